import { compile } from "../../build/compile.ts";
import { formatDiagnostics } from "../../build/diagnostic/format.ts";
import { joinParts } from "../../src/catalog/phases.ts";
import { PACK_FILE } from "../../src/model/pack.ts";
import { keptOrMade } from "./kept.ts";

const made = new Map<string, Uint8Array>();

/**
 * The bytes of the pack that a content folder compiles to. Each folder is compiled once in a process,
 * and not at all if the pack of the same files is kept.
 *
 * @throws {Error} with every problem, where the folder has errors
 */
export function packOf(folder: string): Uint8Array {
  let bytes = made.get(folder);
  if (bytes === undefined) {
    bytes = keptOrMade({ content: folder }, PACK_FILE, () => compiled(folder));
    made.set(folder, bytes);
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
