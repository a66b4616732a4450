import { compile } from "../../build/compile.ts";
import type { Diagnostic } from "../../build/diagnostic/diagnostic.ts";
import { formatDiagnostics } from "../../build/diagnostic/format.ts";
import { joinParts } from "../../src/catalog/phases.ts";

/** What the compiler says of a folder, and the pack where it has no errors. */
export interface CompiledFolder {
  readonly diagnostics: readonly Diagnostic[];
  readonly pack: Uint8Array | undefined;
}

export function compileFolder(folder: string): CompiledFolder {
  const { pack, diagnostics } = compile(folder);
  return { diagnostics, pack: pack && joinParts(pack.chunks) };
}

const packs = new Map<string, Uint8Array>();

/**
 * The bytes of the pack that a content folder compiles to. Each folder is compiled once in a process.
 *
 * @throws {Error} with every problem, where the folder has errors
 */
export function packOf(folder: string): Uint8Array {
  let bytes = packs.get(folder);
  if (bytes === undefined) {
    const { pack, diagnostics } = compileFolder(folder);
    if (pack === undefined) {
      throw new Error(`Cannot compile ${folder}:\n${formatDiagnostics(diagnostics)}`);
    }
    packs.set(folder, bytes = pack);
  }
  return bytes;
}
