import { slug } from "../../src/model/content/field.ts";
import { errorAt, type Report } from "../diagnostic/diagnostic.ts";

/** Checks the name of a file or folder: without its ending it is an address. */
export function checkFileName(path: string, name: string, report: Report): void {
  const { error } = slug.safeParse(name);
  if (error === undefined) return;
  const better = addressOf(name);
  const hint = slug.safeParse(better).success ? `. Did you mean "${better}"?` : "";
  const message = `Cannot use the name "${name}" in addresses: ${error.issues[0]!.message}${hint}`;
  report(errorAt({ file: path, line: 1, column: 1 }, message));
}

function addressOf(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
