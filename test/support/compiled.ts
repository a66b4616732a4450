import { compile } from "../../build/compile.ts";
import { formatDiagnostics } from "../../build/diagnostic/format.ts";
import { joinParts } from "../../src/catalog/phases.ts";
import { PACK_FILE } from "../../src/model/pack.ts";
import { keptFor } from "./kept.ts";

const made = new Map<string, Uint8Array>();

/**
 * The bytes of the pack that a content folder compiles to. Each folder is compiled once in a process,
 * and not at all if the pack of the same files is kept.
 *
 * @throws {Error} with every problem, where the folder has errors
 */
export function packOf(folder: string): Uint8Array {
  let bytes = made.get(folder);
  if (bytes === undefined) made.set(folder, bytes = readOrCompile(folder));
  return bytes;
}

function readOrCompile(folder: string): Uint8Array {
  const kept = keptFor({ content: folder }, [PACK_FILE]);
  const [known] = kept?.read() ?? [];
  if (known !== undefined) return known;
  const { pack, diagnostics } = compile(folder);
  if (pack === undefined) {
    throw new Error(`Cannot compile ${folder}:\n${formatDiagnostics(diagnostics)}`);
  }
  const bytes = joinParts(pack.chunks);
  kept?.write([bytes]);
  return bytes;
}
