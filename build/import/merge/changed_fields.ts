import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { fitFields } from "./fit_fields.ts";
import type { EntryFields } from "../../files/content_file.ts";
import { plain, type Rule, type RuleScope } from "./rules.ts";

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
