import type { JsonSchema } from "../../../../src/http/error_table.ts";

type Kind = "schemas" | "headers" | "responses";

/** The components of a document, each made when it is first linked. */
export class Components {
  readonly #made = {
    schemas: new Map<string, JsonSchema>(),
    headers: new Map<string, JsonSchema>(),
    responses: new Map<string, JsonSchema>(),
  };

  /** A link to a component. */
  link(kind: Kind, name: string, make: () => JsonSchema): JsonSchema {
    const made = this.#made[kind];
    if (!made.has(name)) made.set(name, make());
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** All of a kind, sorted by name. */
  all(kind: Kind): Readonly<Record<string, JsonSchema>> {
    const sorted = [...this.#made[kind]].sort(([one], [other]) => one < other ? -1 : 1);
    return Object.fromEntries(sorted);
  }
}

/** The name of a component, of the words in `parts`: an identifier in every language that clients are made in. */
export function componentName(...parts: readonly (string | number)[]): string {
  const words = parts.join(" ").split(/[^A-Za-z0-9]+/);
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
}
