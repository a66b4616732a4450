import { foldText } from "../../../src/model/fold_text.ts";
import type { ValueMap } from "./find_fields.ts";
import type { RecordField } from "./flatten.ts";
import { textOf } from "./known_value.ts";

/** What `--map` gives for a value that is left out on purpose. */
const LEFT_OUT = "-";
/** In place of such a value; a dump's own hyphen is a value as any other. */
const NOTHING = Symbol("left out");

/** The fields with our values in place of theirs, and those whose value is left out on purpose. */
export function mapValues(
  fields: readonly RecordField[],
  values: ValueMap,
): { known: RecordField[]; leftOut: RecordField[] } {
  const known: RecordField[] = [];
  const leftOut: RecordField[] = [];
  for (const field of fields) {
    const ours = field.keys.map((key) => values.get(key)).find((map) => map !== undefined);
    const value = ours === undefined ? field.value : mapped(field.value, ours);
    if (value === NOTHING) leftOut.push(field);
    else known.push({ ...field, value });
  }
  return { known, leftOut };
}

function mapped(value: unknown, ours: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => mapped(item, ours)).filter((item) => item !== NOTHING);
  }
  const text = typeof value === "boolean" ? String(value) : textOf(value);
  const given = text === undefined ? undefined : ours.get(foldText(text));
  return given === LEFT_OUT ? NOTHING : given ?? value;
}
