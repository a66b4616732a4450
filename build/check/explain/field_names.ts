import type { z } from "zod";
import type { ValuePath } from "../../read/source.ts";

type Schema = z.core.$ZodType;

/** The fields that a schema has at this place; of a place with several forms, those of all. */
export function fieldNames(schema: Schema, path: ValuePath): string[] {
  const schemas = path.reduce<Schema[]>(
    (found, part) => found.flatMap((each) => childrenOf(each, part)),
    formsOf(schema),
  );
  return schemas.flatMap((each) => Object.keys(definition(each).shape ?? {}));
}

function childrenOf(schema: Schema, part: string | number): Schema[] {
  const { shape, element, valueType } = definition(schema);
  const child = shape === undefined ? element ?? valueType : shape[part];
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
