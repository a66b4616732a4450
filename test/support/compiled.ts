import { compile } from "../../build/compile.ts";
import { formatDiagnostics } from "../../build/diagnostic/format.ts";
import { joinParts } from "../../src/catalog/phases.ts";

const made = new Map<string, Uint8Array>();

/**
 * The bytes of the pack that a content folder compiles to. Each folder is compiled once in a process.
 *
 * @throws {Error} with every problem, where the folder has errors
 */
export function packOf(folder: string): Uint8Array {
  let bytes = made.get(folder);
  if (bytes === undefined) {
    made.set(folder, bytes = compiled(folder));
  }
  return bytes;
}

function compiled(folder: string): Uint8Array {
  const { pack, diagnostics } = compile(folder);
  if (pack === undefined) {
    throw new Error(`Cannot compile ${folder}:\n${formatDiagnostics(diagnostics)}`);
  }
  return joinParts(pack.chunks);
}
