import type { z } from "zod";
import type { ValuePath } from "../../read/source.ts";

type Schema = z.core.$ZodType;

/** The fields that a schema has at this place; of a place with several forms, those of all. */
export function fieldNames(schema: Schema, path: ValuePath): string[] {
  return formsAt(schema, path).flatMap((each) => Object.keys(definition(each).shape ?? {}));
}

const MAY_BE_MISSING = ["optional", "default", "prefault"];

/** Whether true and false may stand at this place. */
export function holdsTruth(schema: Schema, path: ValuePath): boolean {
  return formsAt(schema, path).some((each) => definition(each).type === "boolean");
}

/** Those of them that have to be there. */
export function neededFields(schema: Schema, path: ValuePath): string[] {
  return formsAt(schema, path).flatMap((each) => Object.entries(definition(each).shape ?? {}))
    .flatMap(([name, field]) => MAY_BE_MISSING.includes(definition(field).type) ? [] : [name]);
}

/** Whether a schema has this field. */
export function hasField(schema: Schema, path: ValuePath): boolean {
  return formsAt(schema, path).length > 0;
}

/** Whether what stands at this place has fields that its author names. */
export function hasOwnNames(schema: Schema, path: ValuePath): boolean {
  return formsAt(schema, path).some((each) => definition(each).valueType !== undefined);
}

/** The forms that a value at this place may take. */
function formsAt(schema: Schema, path: ValuePath): Schema[] {
  return path.reduce<Schema[]>(
    (found, part) => found.flatMap((each) => childrenOf(each, part)),
    formsOf(schema),
  );
}

function childrenOf(schema: Schema, part: string | number): Schema[] {
  const { shape, element, valueType } = definition(schema);
  const child = shape === undefined
    ? element ?? valueType
    : Object.hasOwn(shape, part)
    ? shape[part]
    : undefined;
  return child === undefined ? [] : formsOf(child);
}

/** Looks through optional values, defaults, conversions and alternatives. */
function formsOf(schema: Schema): Schema[] {
  const { innerType, options, in: input } = definition(schema);
  const inner = options ?? [innerType ?? input].filter((each) => each !== undefined);
  return inner.length === 0 ? [schema] : inner.flatMap(formsOf);
}

/** The parts of zod's definitions that lead to other schemas. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly innerType?: Schema;
  readonly options?: readonly Schema[];
  readonly in?: Schema;
}

function definition(schema: Schema): Definition {
  return schema._zod.def as Definition;
}
