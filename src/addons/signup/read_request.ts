import { foldOwnEmail } from "../../access/records/owner_email.ts";
import { isEmail, isOneLine, spellRange } from "../../admin/commands/options.ts";
import { readAddressRange } from "../../http/ip_address.ts";
import type { JsonBody } from "../../http/request.ts";
import type { SignupRequest } from "./links.ts";
import type { OpenPlan } from "../../model/plans.ts";
import type { KeyWords } from "./words_en.ts";

/** Why fields cannot be taken, by field. */
export type FieldErrors = Readonly<
  Partial<Record<"name" | "email" | "note" | "ips" | "plan", string>>
>;

/** Longest texts, in characters: what was typed has to fit into a link. */
const MAX_NAME = 80;
const MAX_NOTE = 200;
/** What owners may list; operators may list more. */
const MAX_OWN_ADDRESSES = 10;
const NARROWEST = { 4: 24, 6: 48 } as const;

/** The text of a field, without spaces around it; empty if it is not there. */
export function textOf(body: JsonBody, name: string): string {
  const value = body[name];
  return typeof value === "string" ? value.trim() : "";
}

/** Reads what somebody typed who signs up; else why it cannot be taken. */
export function readSignup(
  body: JsonBody,
  plans: readonly OpenPlan[],
  words: KeyWords,
): { readonly request: SignupRequest } | { readonly errors: FieldErrors } {
  const name = textOf(body, "name");
  const email = textOf(body, "email");
  const note = textOf(body, "note");
  const ips = readOwnAddresses(textOf(body, "ips"));
  const plan = plans.find((one) => one.name === body.plan) ?? plans[0];
  const errors: FieldErrors = {
    ...((!isOneLine(name) || name.length > MAX_NAME) && { name: words.errors.name }),
    ...(!isOwnEmail(email) && { email: words.errors.email }),
    ...((!isOneLine(note) || note.length > MAX_NOTE) && { note: words.errors.note }),
    ...(ips === undefined && { ips: words.errors.ips }),
    ...(plan === undefined && { plan: words.errors.name }),
  };
  if (ips === undefined || plan === undefined || Object.keys(errors).length > 0) return { errors };
  const { language } = words;
  return { request: { name, email, note, plan: plan.name, ips, language } };
}

/** Whether letters of sign-up go to an e-mail: it names one mailbox. */
export function isOwnEmail(email: string): boolean {
  return isEmail(email) && foldOwnEmail(email) !== undefined;
}

/** Addresses and ranges that an owner lists; undefined if they cannot be taken. */
export function readOwnAddresses(text: string): readonly string[] | undefined {
  const words = [...new Set(text.split(/[\s,]+/).filter((word) => word !== ""))];
  if (words.length > MAX_OWN_ADDRESSES) return undefined;
  const ranges = words.map(readRange);
  if (ranges.some((range) => range === undefined)) return undefined;
  return [...new Set(ranges as string[])];
}

function readRange(word: string): string | undefined {
  try {
    const range = readAddressRange(word);
    return range.prefix < NARROWEST[range.base.version] ? undefined : spellRange(range);
  } catch {
    return undefined;
  }
}
