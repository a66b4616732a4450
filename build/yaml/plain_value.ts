import { parseDocument } from "yaml";
import type { ValuePath } from "../read/source.ts";

/**
 * The value of a YAML text; nothing in it is `null`.
 *
 * @throws {YAMLParseError} where the text is no YAML
 */
export function plainValue(text: string): unknown {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw document.errors[0]!;
  return withoutNulls(document.toJS());
}

/** The value at a path in a plain value. */
export function valueAt(root: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>(
    (value, step) => (value as Record<string | number, unknown> | undefined)?.[step],
    root,
  );
}

/** A copy in which the value at `path` is another one. */
export function withValue(root: unknown, path: ValuePath, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === "number") {
    const list = (root ?? []) as readonly unknown[];
    return list.with(step, withValue(list[step], rest, value));
  }
  const map = (root ?? {}) as Record<string, unknown>;
  return { ...map, [step]: withValue(map[step], rest, value) };
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const known = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(known.map(([name, inner]) => [name, withoutNulls(inner)]));
}
