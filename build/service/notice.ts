import { fileURLToPath } from "node:url";

/** A package whose code a bundle holds. */
export interface Shipped {
  /** With its version: `zod@4.6.7`. */
  readonly name: string;
  /** The address of its folder. */
  readonly folder: string;
}

/** Where a copy of the packages' licences is in the folder of a server. */
const NOTICE_FILE = "NOTICE";

/** Licences that ask for no notice with a copy (SPDX ids). */
const NO_NOTICE = ["0BSD", "CC0-1.0", "MIT-0", "Unlicense"];

/** Finds the package of a file among those that the runtime keeps: `…/npm/<registry>/<name>/<version>/…` */
export function packageIn(address: string): Shipped | undefined {
  const found = /^.*\/npm\/[^/]+\/((?:@[^/]+\/)?[^/]+)\/([^/]+)(?=\/)/.exec(address);
  return found ? { name: `${found[1]}@${found[2]}`, folder: found[0] } : undefined;
}

/** Writes which packages are in a bundle, and their licences, whole. */
export function writeNotice(folder: string, packages: readonly Shipped[]): void {
  const sorted = packages.toSorted((a, b) => a.name < b.name ? -1 : 1);
  const text = [
    "The files in src hold code of these packages, each under its own licence.\n",
    ...sorted.map((shipped) => `${"-".repeat(80)}\n${shipped.name}\n\n${licenceIn(shipped)}\n`),
  ];
  Deno.writeTextFileSync(`${folder}/${NOTICE_FILE}`, text.join("\n"));
}

/** @throws {TypeError} if the package asks for a notice and has none */
function licenceIn({ name, folder }: Shipped): string {
  const path = fileURLToPath(folder);
  const files = [...Deno.readDirSync(path)].map((entry) => entry.name)
    .filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file)).sort();
  if (files.length > 0) {
    return files.map((file) => Deno.readTextFileSync(`${path}/${file}`).trim()).join("\n\n");
  }
  const { license } = JSON.parse(Deno.readTextFileSync(`${path}/package.json`));
  if (NO_NOTICE.includes(license)) return `Licence: ${license}`;
  throw new TypeError(`Cannot find the licence of ${name}, which is under ${license}`);
}
