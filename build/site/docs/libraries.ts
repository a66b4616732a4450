import program from "./program_licence.txt" with { type: "text" };
import swaggerPackage from "swagger-ui-dist/package.json" with { type: "json" };
import swaggerLicence from "swagger-ui-dist/LICENSE" with { type: "text" };
import swaggerNotice from "swagger-ui-dist/NOTICE" with { type: "text" };
import swaggerParts from "swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt" with { type: "text" };

/** A library that browsers get from the service, and what its licence wants them to get with it. */
interface Library {
  readonly name: string;
  readonly version: string;
  /** The SPDX id of its licence. */
  readonly licence: string;
  /** Where browsers get it. */
  readonly where: string;
  /** Its notices and licence texts, as its package has them. */
  readonly texts: readonly string[];
}

/** All of them; pages run no other code that is not the project's own. */
export const LIBRARIES: readonly Library[] = [
  {
    name: swaggerPackage.name,
    version: swaggerPackage.version,
    licence: swaggerPackage.license,
    where: "on the page [Try it](/docs/try)",
    texts: [swaggerNotice, swaggerLicence, swaggerParts],
  },
];

/** The licence of the program as a block of a document. */
export function programLicence(): string {
  return block(program);
}

/** A section for each library. */
export function librarySections(): string {
  return LIBRARIES.map(({ name, version, licence, where, texts }) =>
    [`## ${name}`, `Version ${version}, ${licence}, ${where}.`, ...texts.map(block)].join("\n\n")
  ).join("\n\n");
}

function block(text: string): string {
  return `\`\`\`text\n${text.trim()}\n\`\`\``;
}
