import type { KvKey } from "../kv.ts";

/** All chunks of the audit, by the number of their first use. */
export const AUDIT_CHUNKS: KvKey = ["audit", "chunk"];

/** The chunk of the audit whose first use has the number `first`. */
export function auditChunkKey(first: number): KvKey {
  return [...AUDIT_CHUNKS, first];
}

/** The sealed end of the audit. */
export const AUDIT_HEAD: KvKey = ["audit", "head"];

/** The sealed number up to which retention has dropped uses. */
export const AUDIT_ANCHOR: KvKey = ["audit", "anchor"];

/** The cursors of all sinks. */
export const AUDIT_CURSORS: KvKey = ["audit", "cursor"];

/** How far a sink has posted the audit. */
export function auditCursorKey(sink: string): KvKey {
  return [...AUDIT_CURSORS, sink];
}

/** The memory that a sink has of a token. */
export function knownTokenKey(sink: string, token: string): KvKey {
  return ["audit", "known", sink, token];
}

/** The hour in which an administrator last looked at personal data by a command. */
export function auditReadingKey(user: string, command: string): KvKey {
  return ["audit", "reading", user, command];
}

/** A person's fields of the entries about `subject` in the chunk whose first entry has the number `first`. */
export function personKey(subject: string, first: number): KvKey {
  return [...personPrefix(subject), first];
}

/** A person's fields of all entries about `subject`. */
export function personPrefix(subject: string): KvKey {
  return ["person", subject];
}

/** That a key, token or code was forgotten. */
export function forgottenKey(id: string): KvKey {
  return ["forgotten", id];
}

/** Changes whenever somebody is forgotten. */
export const FORGOTTEN_REVISION: KvKey = ["revision", "forgotten"];
