import { isDeepStrictEqual } from "node:util";
import type { Lose, Tell, Where } from "../report/outcome.ts";
import type { EntryFields } from "../../files/content_file.ts";
import { say } from "../../words/say.ts";
import { z } from "zod";
import { plain, type Rule, type RuleScope } from "./rules.ts";
import { explainIssues } from "../../check/explain/explain_issue.ts";

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
    if (differing.length > 0) {
      const what = differing.map((field) => `"${field}"`).join(", ");
      const { where } = records[place]!;
      tell(
        say`it is taken as right where it differs from an earlier record of the same: ${what}`,
        where,
      );
      for (const field of differing) loseEarlier(records.slice(0, place), field, lose);
    }
    return { ...one, ...other };
  });
}

function loseEarlier(records: readonly Folded[], field: string, lose: Lose): void {
  const last = records.findLast(({ fields }) => field in fields);
  if (last !== undefined) {
    lose(last.where, field, say`a later record of the same says something else`);
  }
}

/** The values that a kind's fields may have, and how each takes in a dump's. */
export interface FieldRules {
  readonly shape: Readonly<Record<string, z.ZodType>>;
  /** Fields without a rule are taken as they are. */
  readonly rules: Readonly<Record<string, Rule>>;
}

/** The fields that an entry does not say yet, as it shall say them; what does not fit is lost. */
export function changedFields({ shape, rules }: FieldRules, scope: RuleScope): EntryFields {
  const { had, wanted, lose, where } = scope;
  const changed = Object.entries(wanted)
    .map(([field, value]) => [field, (rules[field] ?? plain)(had[field], value, scope)] as const)
    .filter(([field, value]) => value !== undefined && !isDeepStrictEqual(value, had[field]));
  return fitFields(shape, Object.fromEntries(changed), lose, where);
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

/** Leaves out what no content file may say; that is a loss. Only fields that are known are looked at. */
function fitFields(
  shape: Readonly<Record<string, z.ZodType>>,
  fields: EntryFields,
  lose: Lose,
  where: Where,
): EntryFields {
  const fitting = Object.entries(fields).filter(([field, value]) => {
    const problem = problemWith(z.strictObject({ [field]: shape[field]! }), { [field]: value });
    if (problem !== undefined) lose(where, field, problem);
    return problem === undefined;
  });
  return Object.fromEntries(fitting);
}

/** Why fields do not fit a schema, in an editor's words; undefined where they do. */
export function problemWith(schema: z.ZodType, value: unknown): string | undefined {
  const { error } = schema.safeParse(value);
  if (error === undefined) return undefined;
  const locate = () => ({ file: "", line: 1, column: 1 });
  const [first] = explainIssues(error.issues, {
    blanks: [],
    value,
    locate,
    span: () => undefined,
    written: () => undefined,
  }, schema);
  return first?.message ?? error.issues[0]!.message;
}
