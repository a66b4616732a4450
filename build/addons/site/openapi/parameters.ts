import type { JsonSchema } from "../../../../src/http/error_table.ts";
import type { Parameter } from "../../../../src/http/parameter.ts";
import type { Route } from "../../../../src/routes/route.ts";

/** A parameter of an endpoint under one of the names by which it is taken. */
export interface DocumentedParameter {
  readonly name: string;
  readonly in: "path" | "query";
  /** What it takes, in a sentence. */
  readonly description: string;
  /** Whether it has to be there: in the address, or in a body. */
  readonly isNeeded: boolean;
  /** Whether it has to be in the address. */
  readonly required: boolean;
  /** Whether it may be repeated. */
  readonly isList: boolean;
  /** Whether a list of values may be empty. */
  readonly mayBeEmpty: boolean;
  readonly example?: string;
  readonly schema: JsonSchema;
}

/** The parameters of an endpoint; `groups` are the values of one that names a group. */
export function documentedParameters(
  path: string,
  { parameters, method }: Route,
  groups: readonly string[],
): DocumentedParameter[] {
  return Object.entries(parameters).flatMap(([name, parameter]): DocumentedParameter[] => {
    const { alias, required: isNeeded, readAll, isEmptyAbsent = false, absent } = parameter;
    const isInPath = path.includes(`{${name}}`);
    const known = parameter.schema.format === "group"
      ? { type: "string", enum: groups }
      : parameter.schema;
    const schema: JsonSchema = { ...known, ...(absent !== undefined && { default: absent }) };
    // Of shows those to come are asked for: the list begins with the farthest.
    const isOfShows = Array.isArray(schema.enum) && schema.enum.includes("upcoming");
    const own: DocumentedParameter = {
      name,
      in: isInPath ? "path" : "query",
      description: sentence(parameter),
      isNeeded,
      required: isInPath || (isNeeded && method !== "POST"),
      isList: readAll !== undefined,
      mayBeEmpty: isEmptyAbsent,
      ...(isOfShows && { example: "upcoming" }),
      schema,
    };
    if (alias === undefined) return [own];
    return [own, { ...own, name: alias, description: `The same as ${name}.` }];
  });
}

/** What a parameter takes; words that it takes stay in small letters: in others they are refused. */
function sentence({ description, schema }: Parameter<unknown>): string {
  const words = schema.type === "boolean" ? ["true"] : [schema.enum ?? []].flat();
  const isWord = words.some((word) => description.startsWith(String(word)));
  return isWord
    ? `One of ${description}.`
    : `${description[0]!.toUpperCase()}${description.slice(1)}.`;
}
