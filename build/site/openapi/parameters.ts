import type { JsonSchema } from "../../../src/http/error_table.ts";
import type { Parameter } from "../../../src/http/parameter.ts";
import type { DocumentedEndpoint } from "./endpoints.ts";

/** The schemas of parameters whose values the content decides, by the format that stands for them. */
export type ContentSchemas = Readonly<Record<string, JsonSchema>>;

/** The parameters of an operation in its address. */
export function parametersOf(
  { path, route, method }: DocumentedEndpoint,
  content: ContentSchemas,
): JsonSchema[] {
  return named(route.parameters).map(([name, parameter, note]) => {
    const isInPath = path.includes(`{${name}}`);
    // What may stand in the body need not stand in the address.
    const required = isInPath || (parameter.required && !hasBody(method));
    return {
      ...{ name, in: isInPath ? "path" : "query", description: note },
      ...(required && { required }),
      schema: schemaOf(parameter, content),
    };
  });
}

/** The parameters of an operation in its body, where null is as if they were absent. */
export function bodyProperties(
  { path, route }: DocumentedEndpoint,
  content: ContentSchemas,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    named(route.parameters).filter(([name]) => !path.includes(`{${name}}`))
      .map(([name, parameter, note]) =>
        [name, { ...orNull(schemaOf(parameter, content)), description: note }] as const
      ),
  );
}

/** What may also be null. */
export function orNull({ enum: words, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    type: [schema.type, "null"],
    ...(Array.isArray(words) && { enum: [...words, null] }),
  };
}

/** Whether the parameters of an operation may come in a body. */
export function hasBody(method: DocumentedEndpoint["method"]): boolean {
  return method === "POST";
}

/** Each name under which a parameter is taken, and what it takes in words. */
function named(parameters: Readonly<Record<string, Parameter<unknown>>>) {
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    const note = sentence(parameter.description);
    const own = [name, parameter, note] as const;
    if (parameter.alias === undefined) return [own];
    return [own, [parameter.alias, parameter, `The same as ${name}.`] as const];
  });
}

function schemaOf({ schema, absent }: Parameter<unknown>, content: ContentSchemas): JsonSchema {
  const known = typeof schema.format === "string" ? content[schema.format] : undefined;
  return { ...(known ?? schema), ...(absent !== undefined && { default: absent }) };
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}
