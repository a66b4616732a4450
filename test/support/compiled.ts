import { keptOf } from "./kept.ts";

const packs = new Map<string, Promise<Uint8Array>>();

/**
 * The bytes of the pack that a content folder compiles to. Each folder is compiled once.
 *
 * @throws {Error} with every problem, where the folder has errors
 */
export function packOf(folder: string): Promise<Uint8Array> {
  if (!packs.has(folder)) {
    packs.set(folder, isShipped(folder) ? keptPack(folder) : compiled(folder));
  }
  return packs.get(folder)!;
}

/** Whether a folder is one of the repository. */
export function isShipped(folder: string): boolean {
  return !folder.startsWith("/");
}

async function keptPack(folder: string): Promise<Uint8Array> {
  const file = keptOf("pack", folder);
  return file.read() ?? file.keep(await compiled(folder));
}

async function compiled(folder: string): Promise<Uint8Array> {
  // Most files of tests find what they need compiled.
  const { compile } = await import("../../build/compile.ts");
  const { joinParts } = await import("../../src/catalog/phases.ts");
  const { pack, diagnostics } = compile(folder);
  if (pack !== undefined) return joinParts(pack.chunks);
  const { formatDiagnostics } = await import("../../build/diagnostic/format.ts");
  throw new Error(`Cannot compile ${folder}:\n${formatDiagnostics(diagnostics)}`);
}
