import type { JsonSchema } from "../../../../src/http/error_table.ts";

type Kind = "headers" | "responses" | "schemas";

/** The components of a document, each made when it is first linked. */
export class Components {
  readonly #made = {
    headers: new Map(),
    responses: new Map(),
    schemas: new Map(),
  } satisfies Record<
    Kind,
    Map<string, JsonSchema>
  >;

  /** A link to a component. */
  link(kind: Kind, name: string, make: () => JsonSchema): JsonSchema {
    const made: Map<string, JsonSchema> = this.#made[kind];
    if (!made.has(name)) made.set(name, make());
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** All of them, sorted by name. */
  all(): Record<Kind, Record<string, JsonSchema>> {
    const sorted = (made: Map<string, JsonSchema>) =>
      Object.fromEntries([...made].sort(([one], [other]) => one < other ? -1 : 1));
    const { headers, responses, schemas } = this.#made;
    return {
      schemas: sorted(schemas),
      headers: sorted(headers),
      responses: sorted(responses),
    };
  }
}

/** The name of a component, of the words in `parts`: an identifier in every language that clients are made in. */
export function componentName(...parts: readonly (string | number)[]): string {
  const words = parts.join(" ").split(/[^A-Za-z0-9]+/);
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
}
