import type { z } from "zod";
import { isFields, type ValuePath } from "../../read/source.ts";
import { REMEDIES, type Remedy } from "../../schema/content/remedies.ts";

type Schema = z.core.$ZodType;

/** The parts of zod's definitions that lead to other schemas. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly innerType?: Schema;
  readonly defaultValue?: unknown;
  readonly options?: readonly Schema[];
  readonly in?: Schema;
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
}

function definition(schema: Schema): Definition {
  return schema._zod.def as Definition;
}

/** What an optional value, a default, a conversion or a choice of forms wraps. */
function innerOf(schema: Schema): readonly Schema[] {
  const { innerType, options, in: input } = definition(schema);
  return options ?? [innerType ?? input].filter((each) => each !== undefined);
}

/** A schema and all that it wraps. */
function layersOf(schema: Schema): Schema[] {
  return [schema, ...innerOf(schema).flatMap(layersOf)];
}

/** All schemas of this place: the forms that a value may take there, and what wraps them. */
function layersAt(schema: Schema, path: ValuePath): Schema[] {
  return path.reduce<Schema[]>((found, part) =>
    found.flatMap((each) => {
      const { shape, element, valueType } = definition(each);
      const inShape = shape && (Object.hasOwn(shape, part) ? shape[part] : undefined);
      const child = shape === undefined ? element ?? valueType : inShape;
      return child === undefined ? [] : layersOf(child);
    }), layersOf(schema));
}

/** The forms that a value at this place may take. */
function formsAt(schema: Schema, path: ValuePath): Definition[] {
  return layersAt(schema, path).filter((each) => innerOf(each).length === 0).map(definition);
}

/** The types of what may stand at this place; none where a schema has no such field. */
export function typesAt(schema: Schema, path: ValuePath): string[] {
  return formsAt(schema, path).map(({ type }) => type);
}

/** The fields that a schema has at this place; of a place with several forms, those of all. */
export function fieldNames(schema: Schema, path: ValuePath): string[] {
  return formsAt(schema, path).flatMap(({ shape = {} }) => Object.keys(shape));
}

/** The fields of a schema and of all within it. */
export function allFields(schema: Schema): string[] {
  return layersOf(schema).map(definition).flatMap(({ shape = {}, element, valueType }) => [
    ...Object.keys(shape),
    ...[...Object.values(shape), element, valueType].flatMap((each) => each ? allFields(each) : []),
  ]);
}

const MAY_BE_MISSING = ["optional", "default", "prefault"];

/** Those of them that have to be there. */
export function neededFields(schema: Schema, path: ValuePath): string[] {
  return formsAt(schema, path).flatMap(({ shape = {} }) => Object.entries(shape))
    .filter(([, field]) => !MAY_BE_MISSING.includes(definition(field).type))
    .map(([name]) => name);
}

/** The only field that has to be there, and names an entry; undefined where there are several, or none. */
export function onlyNeeded(schema: Schema, path: ValuePath): string | undefined {
  const [field, other] = neededFields(schema, path);
  return other === undefined && field !== "from" ? field : undefined;
}

/** Those by which people know an entry: the needed ones, or the first if it needs none. */
export function namingFields(schema: Schema, path: ValuePath): string[] {
  const needed = neededFields(schema, path);
  return needed.length > 0 ? needed : fieldNames(schema, path).slice(0, 1);
}

/** What a check says of this place beyond its schema: of all that a value there may be. */
export function remedyAt(schema: Schema, path: ValuePath): Remedy {
  return Object.assign({}, ...layersAt(schema, path).map((each) => REMEDIES.get(each)));
}

/** What a field that is left out is taken for; undefined if for nothing. */
export function defaultAt(schema: Schema, path: ValuePath): unknown {
  const values = layersAt(schema, path).map((each) => definition(each).defaultValue);
  return values.find((value) => value !== undefined && typeof value !== "object");
}

/** A line that a file may have at this place, such as `date: 2026-07-04`. */
export function exampleLine(schema: Schema, path: ValuePath): string {
  const [{ entries = {}, values, type } = { type: "" }]: readonly Definition[] = formsAt(
    schema,
    path,
  );
  const value = remedyAt(schema, path).example ?? Object.values(entries)[0] ?? values?.[0] ??
    (type === "number" ? 1 : "…");
  return `${path.at(-1)!}: ${value}`;
}

/** Whether a file would miss a value that it has, were it left out. */
export function isNeeded(schema: z.ZodType, file: unknown, path: ValuePath): boolean {
  const without = structuredClone(file);
  const owner = valueIn(without, path.slice(0, -1));
  if (Array.isArray(owner)) owner.splice(Number(path.at(-1)), 1);
  else if (isFields(owner)) delete owner[path.at(-1)!];
  const issues = schema.safeParse(without).error?.issues ?? [];
  return issues.some(({ code, path: place }) =>
    code !== "unrecognized_keys" && place.every((part, n) => part === path[n])
  );
}

/** Whether a file may come later: only that of an entry, which can be a draft, leaves nothing missing. */
export function mayComeLater(schema: z.ZodType): boolean {
  return fieldNames(schema, []).includes("draft");
}

/** The value at a place; undefined where there is none. */
export function valueIn(root: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>((value, part) => {
    const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, part);
    return isThere ? (value as Record<string | number, unknown>)[part] : undefined;
  }, root);
}

/**
 * What is wrong with fields that have no value. One that a schema has may be left blank, since that
 * says as much as leaving it out; a schema sees none of them.
 */
export function blankIssues(
  schema: z.ZodType,
  blanks: readonly ValuePath[],
): z.core.$ZodIssue[] {
  return blanks.flatMap((path): z.core.$ZodIssue[] => {
    const owner = path.slice(0, -1);
    if (typesAt(schema, owner).includes("record")) {
      return [{ code: "invalid_type", expected: "object", path: [...path], message: "" }];
    }
    // If a field may not be there at all, that is reported.
    if (typesAt(schema, path).length > 0 || fieldNames(schema, owner).length === 0) return [];
    const keys = [String(path.at(-1))];
    return [{ code: "unrecognized_keys", keys, path: owner, message: "" }];
  });
}
