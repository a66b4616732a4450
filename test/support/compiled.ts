import { compile } from "../../build/compile.ts";
import { formatDiagnostics } from "../../build/diagnostic/format.ts";

const made = new Map<string, Uint8Array>();

/**
 * The bytes of the pack that a content folder compiles to; each folder is compiled once.
 *
 * @throws {Error} with every problem, where the folder has errors
 */
export function packOf(folder: string): Uint8Array {
  const known = made.get(folder);
  if (known !== undefined) return known;
  const { pack, diagnostics } = compile(folder);
  if (pack === undefined) {
    throw new Error(`Cannot compile ${folder}:\n${formatDiagnostics(diagnostics)}`);
  }
  const bytes = concat(pack.chunks);
  made.set(folder, bytes);
  return bytes;
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
