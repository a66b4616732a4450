import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { explainIssues } from "../../../check/explain/explain_issue.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { say, wordsOf } from "../../../words/say.ts";
import type { Lose, Tell, Where } from "../report.ts";
import { type Growing, plain, type Rule, type RuleScope } from "./rules.ts";

/** A record, by its values. */
export interface Folded {
  readonly where: Where;
  readonly fields: EntryFields;
}

/**
 * Records of one entry become one. Where they say different things the later one is right, which is
 * reported; what only one of them has stays.
 */
export function foldFields(
  records: readonly Folded[],
  { tell, lose }: { readonly tell: Tell; readonly lose: Lose },
): EntryFields {
  return records.map(({ fields }) => fields).reduce((one, other, place) => {
    const differing = Object.keys(other)
      .filter((field) => field in one && !isDeepStrictEqual(one[field], other[field]));
    for (const field of differing) {
      const last = records.slice(0, place).findLast(({ fields }) => field in fields)!;
      lose(last.where, field, say`a later record of the same says something else`);
    }
    if (differing.length > 0) {
      const what = differing.map((field) => `"${field}"`).join(", ");
      tell(
        say`it is taken as right where it differs from an earlier record of the same: ${what}`,
        records[place]!.where,
      );
    }
    return { ...one, ...other };
  });
}

/** The values that a kind's fields may have, and how each takes in a dump's. */
export interface FieldRules {
  readonly shape: Readonly<Record<string, z.ZodType>>;
  /** Fields without a rule are taken as they are. */
  readonly rules: Readonly<Record<string, Rule>>;
}

/** How a list grows, where a field is one. */
export function growthOf({ rules }: FieldRules, field: string): Growing | undefined {
  const rule = rules[field];
  return typeof rule === "object" ? rule : undefined;
}

/**
 * The value that an entry shall have of a field: its own where the dump says nothing else. What no content
 * file may say is lost.
 */
export function mergedField(all: FieldRules, field: string, scope: RuleScope): unknown {
  const { [field]: had } = scope.had;
  const { [field]: wanted } = scope.wanted;
  const { [field]: rule = plain } = all.rules;
  return fitting(
    all,
    field,
    typeof rule === "function" ? rule(had, wanted, scope) : withMissing(rule, had, wanted),
    scope,
  );
}

/** All fields as an entry shall have them, without a word. */
export function mergedFields(rules: FieldRules, scope: RuleScope): EntryFields {
  const silent = { ...scope, tell: () => {}, lose: () => {} };
  const fields = Object.keys(knownFields(scope.wanted));
  return Object.fromEntries(fields.map((field) => [field, mergedField(rules, field, silent)]));
}

function withMissing({ keyOf }: Growing, had: unknown, wanted: unknown): unknown {
  const known = (had ?? []) as readonly unknown[];
  const keys = new Set(known.map(keyOf));
  const more = (wanted as readonly unknown[]).filter((item) => !keys.has(keyOf(item)));
  return more.length === 0 ? had : [...known, ...more];
}

/** A value that the file may have; else what it has, and the value is lost. */
export function fitting(
  { shape }: FieldRules,
  field: string,
  value: unknown,
  { had, lose, where }: Pick<RuleScope, "had" | "lose" | "where">,
): unknown {
  if (value === undefined || isDeepStrictEqual(value, had[field])) return had[field];
  const problem = problemWith(z.strictObject({ [field]: shape[field]! }), { [field]: value });
  if (problem === undefined) return value;
  lose(where, field, problem);
  return had[field];
}

/** The fields that say something. */
export function knownFields(fields: EntryFields): EntryFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The fields in the order in which a schema has them. */
export function inOrder(fields: EntryFields, order: readonly string[]): EntryFields {
  const there = order.filter((field) => fields[field] !== undefined);
  return Object.fromEntries(there.map((field) => [field, fields[field]]));
}

/** Why fields do not fit a schema, in an editor's words; undefined where they do. */
export function problemWith(schema: z.ZodType, value: unknown): string | undefined {
  const { error } = schema.safeParse(value);
  if (error === undefined) return undefined;
  const locate = () => ({ file: "", line: 1, column: 1 });
  const source = { blanks: [], value, locate, span: () => undefined, written: () => undefined };
  const [first] = explainIssues(error.issues, source, schema);
  return first === undefined ? error.issues[0]!.message : wordsOf(first.message);
}
