import { z } from "zod";
import { readAddressRange } from "../../address/ip_address.ts";
import { LETTER_LANGUAGES } from "../../access/records/key_store.ts";
import { isUsername } from "../../access/records/user_store.ts";

const name = z.string().min(1);
const texts = z.string().array();
const count = z.int().nonnegative();

/** SHA-256 makes as many bytes; others could not be compared with what a password comes to. */
const HASH = /^[\w-]{43}$/;
const MAX_ROUNDS = 10_000_000;

const credential = {
  id: name,
  digest: name,
  hint: z.string(),
};

/**
 * The records of a backup by kind, which may have other fields too. What a server reads without a check
 * has to be right here.
 */
export const RECORD_SCHEMAS = {
  keys: z.looseObject({
    ...credential,
    owner: z.string(),
    email: z.string(),
    plan: name,
    groups: texts,
    ips: z.string().refine(isAddressRange).array(),
    createdAt: count,
    expiresAt: count.optional(),
    revokedAt: count.optional(),
    forgottenAt: count.optional(),
    creditedAt: count.optional(),
    origin: z.string().optional(),
    signup: name.optional(),
    account: name.optional(),
    note: z.string().optional(),
    language: z.enum(LETTER_LANGUAGES).optional(),
    lineage: z.looseObject({ digest: name, root: name }).optional(),
  }),
  tokens: z.looseObject({
    ...credential,
    organization: name,
    name: z.string(),
    email: z.string(),
    state: z.enum(["applied", "approved", "rejected", "revoked"]),
    appliedAt: count,
    reviewedAt: count.optional(),
    reason: z.string().optional(),
    regeneratedAt: count.optional(),
    revokedAt: count.optional(),
    forgottenAt: count.optional(),
  }),
  users: z.looseObject({
    username: z.string().refine(isUsername),
    password: z.looseObject({
      salt: name,
      hash: z.string().regex(HASH),
      rounds: z.int().positive().max(MAX_ROUNDS),
    }),
    createdAt: count,
    changedAt: count,
  }),
  codes: z.looseObject({
    ...credential,
    email: z.string().optional(),
    limit: count,
    used: count,
    createdAt: count,
    revokedAt: count.optional(),
    forgottenAt: count.optional(),
  }),
  webhooks: z.looseObject({
    id: name,
    keyId: name,
    sealed: name,
    createdAt: count,
    offAt: count.optional(),
    format: z.enum(["standard", "discord"]),
    mention: z.string().optional(),
    types: texts,
    groups: texts,
    members: texts,
    offReason: z.string().optional(),
  }),
  feeds: z.looseObject({ ...credential, keyId: name, keyDigest: name, createdAt: count }),
};

const occasion = {
  title: z.string(),
  start: z.number(),
  date: z.string(),
  minutes: count.optional(),
  venue: z.string().optional(),
};

/** What was announced last. */
export const ANNOUNCED_SCHEMA = z.looseObject({
  build: name,
  built_at: count,
  seq: count,
  at: count,
  since: count,
  lists: z.looseObject({
    group: name,
    kind: name,
    fields: texts,
    items: z.looseObject({
      id: z.string(),
      hashes: z.string(),
      at: count,
      from: z.number().optional(),
      former: texts.optional(),
      occasion: z.looseObject(occasion).optional(),
    }).array(),
  }).array(),
  gone: z.looseObject({
    group: name,
    kind: name,
    id: z.string(),
    former: texts.optional(),
    slug: z.string().optional(),
    at: count,
    until: count,
  }).refine(hasOccasion).array(),
});

/** Calendars show what is gone of shows and events. */
function hasOccasion(gone: { readonly kind: string }): boolean {
  const isOccasion = gone.kind === "show" || gone.kind === "event";
  return !isOccasion || z.looseObject(occasion).safeParse(gone).success;
}
/** What broadcasts come to. */
export const SUMS_SCHEMA = z.looseObject({
  year: z.int().min(1).max(9_999),
  group: name,
  member: z.string(),
  platforms: z.record(
    name,
    z.object({
      day: z.int().min(0).max(365),
      count,
      durationMs: count,
      peak: count,
      longestMs: count,
    }).array().max(366),
  ),
}).array();

function isAddressRange(entry: string): boolean {
  try {
    readAddressRange(entry);
    return true;
  } catch {
    return false;
  }
}
