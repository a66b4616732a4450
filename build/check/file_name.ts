import { slug } from "../../src/model/content/field.ts";
import { errorAt, type FileMove, type ReportDiagnostic, topOf } from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/quote.ts";

/** Checks the name of a file or folder: without its ending it is an address. Returns whether it is. */
export function checkFileName(path: string, name: string, report: ReportDiagnostic): boolean {
  const { error } = slug.safeParse(name);
  if (error === undefined) return true;
  const message = `Cannot use the name ${quote(name)} in addresses: ${error.issues[0]!.message}${
    betterName(name)
  }`;
  report(errorAt(topOf(path), message, renaming(path, name)));
  return false;
}

/** The move that gives a file or folder its better name, which is a part of its last name. */
function renaming(path: string, name: string): FileMove | undefined {
  const better = addressOf(name);
  if (!slug.safeParse(better).success) return undefined;
  const at = path.lastIndexOf(name);
  return { from: path, to: path.slice(0, at) + better + path.slice(at + name.length) };
}

/** `. Did you mean "…"?` where a name can be made an address, or nothing. */
export function betterName(name: string): string {
  const better = addressOf(name);
  return slug.safeParse(better).success ? `. Did you mean ${quote(better)}?` : "";
}

function addressOf(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
