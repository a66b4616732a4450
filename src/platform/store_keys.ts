/** All keys of the store, by what is kept under them: nothing else spells one. */
import type { KvKey } from "./kv.ts";

/** The kinds of record that are kept by the digest of a secret, or by name. */
export type CredentialKind = typeof CREDENTIAL_KINDS[number];

export const CREDENTIAL_KINDS = [
  "key",
  "bound_key",
  "former_secret",
  "token",
  "user",
  "code",
  "feed",
] as const;

/** All records of one kind of credentials. */
export function credentialPrefix(kind: CredentialKind): KvKey {
  return [kind];
}

/** A credential: keys, tokens, codes and feed tokens by the digest of their secret, users by name. */
export function credentialKey(kind: CredentialKind, name: string): KvKey {
  return [kind, name];
}

/** All digests of one kind of credentials, by the records' ids. */
export function credentialIdPrefix(kind: CredentialKind): KvKey {
  return [`${kind}_id`];
}

/** The digest of the credential with this id. */
export function credentialIdKey(kind: CredentialKind, id: string): KvKey {
  return [...credentialIdPrefix(kind), id];
}

/** Changes with every credential of this kind; a server that has them in memory reads its version. */
export function revisionKey(kind: CredentialKind): KvKey {
  return ["revision", kind];
}

/** The last changes of the credentials of one kind, by number. */
export function credentialChangesPrefix(kind: CredentialKind): KvKey {
  return ["credential_change", kind];
}

/** A change of credentials of one kind; the same commit sets their revision. */
export function credentialChangeKey(kind: CredentialKind, number: number): KvKey {
  return [...credentialChangesPrefix(kind), number];
}

/** The rotations of all keys that can be undone. */
export const KEY_ROTATIONS: KvKey = ["key_rotation"];

/** The rotations of a key that can be undone. */
export function keyRotationsKey(keyId: string): KvKey {
  return [...KEY_ROTATIONS, keyId];
}

/** How many letters were asked for in a window of time; `subject` is a digest. */
export function signupCountKey(subject: string, window: string): KvKey {
  return ["signup_count", subject, window];
}

/** That a link of a letter was used, by its digest. */
export function usedLinkKey(digest: string): KvKey {
  return ["signup_link", digest];
}

/** The keys of all e-mails that have signed up. */
export const SIGNUP_EMAILS: KvKey = ["signup_email"];

/** The key of an e-mail that has signed up, by its digest. */
export function signupEmailKey(digest: string): KvKey {
  return [...SIGNUP_EMAILS, digest];
}

/** Whether an operator has closed sign-up. */
export const SIGNUP_SWITCH: KvKey = ["signup", "switch"];

/** The mail domains that may not sign up. */
export const REFUSED_DOMAINS: KvKey = ["signup", "refused_domain"];

/** A mail domain that may not sign up. */
export function refusedDomainKey(domain: string): KvKey {
  return [...REFUSED_DOMAINS, domain];
}

/** The lists of all keys' feed tokens. */
export const FEED_TOKEN_LISTS: KvKey = ["feed_list"];

/** The feed tokens of a key, by which they are counted. */
export function feedTokenListKey(keyId: string): KvKey {
  return [...FEED_TOKEN_LISTS, keyId];
}

/** The latest applications of all organizations. */
export const TOKEN_ORGANIZATIONS: KvKey = ["token_organization"];

/** The latest application of an organization; `name` without case and accents. */
export function tokenOrganizationKey(name: string): KvKey {
  return [...TOKEN_ORGANIZATIONS, name];
}

/** The mark of the pepper that the digests of the store were made with. */
export const PEPPER_MARK: KvKey = ["pepper_check"];

/** The format of the store; absent in stores that were made before formats had numbers. */
export const STORE_FORMAT: KvKey = ["store_format"];

/** The ticket logs of all accounts. */
export const TICKET_LOGS: KvKey = ["quota"];

/** All ticket logs of an account. */
export function accountPrefix(account: string): KvKey {
  return [...TICKET_LOGS, account];
}

/** The tickets and the checkpoint of one account in one period. */
export function ticketLogPrefix({ account, period }: { account: string; period: string }): KvKey {
  return [...accountPrefix(account), period];
}

/** A ticket of a ticket log, by `<holder>.<number>`. */
export function ticketKey(log: { account: string; period: string }, ticket: string): KvKey {
  return [...ticketLogPrefix(log), ticket];
}

const CHECKPOINT = "!";

/** The checkpoint of a ticket log. It sorts before every ticket, because no holder's name begins with "!". */
export function checkpointKey(log: { account: string; period: string }): KvKey {
  return [...ticketLogPrefix(log), CHECKPOINT];
}

/** Whether a key of a ticket log is that of its checkpoint. */
export function isCheckpoint(key: KvKey): boolean {
  return key.at(-1) === CHECKPOINT;
}

/** A session of the operators' pages that was ended before its time. */
export function endedSessionKey(id: string): KvKey {
  return ["panel", "ended", id];
}

/** A form of the operators' pages that was sent. */
export function sentFormKey(number: string): KvKey {
  return ["panel", "form", number];
}

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

/** The hour in which an administrator last read personal data by a command. */
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

/** The broadcasts on air: head, claims and lists, read as one snapshot. */
export const LIVE_NOW: KvKey = ["live", "now"];

/** The number of the last live event, and how many pieces each list has. */
export const LIVE_HEAD: KvKey = [...LIVE_NOW, "head"];

/** The process that polls a platform, and what came of its last poll. */
export function liveClaimKey(platform: string): KvKey {
  return [...LIVE_NOW, "claim", platform];
}

/** A piece of a platform's list of broadcasts. */
export function livePieceKey(platform: string, piece: number): KvKey {
  return [...LIVE_NOW, "list", platform, piece];
}

/** The log of events; its first ones were of broadcasts alone. */
export const LIVE_EVENTS: KvKey = ["live", "event"];

/** The event of this number. */
export function liveEventKey(seq: number): KvKey {
  return [...LIVE_EVENTS, seq];
}

/** All broadcasts that have ended. */
export const RECENT_BROADCASTS: KvKey = ["live", "recent"];

/** A broadcast of a group that has ended. */
export function recentBroadcastKey({ group, id }: { group: string; id: string }): KvKey {
  return [...RECENT_BROADCASTS, group, id];
}

/** What platforms announce, read as one snapshot. */
export const ANNOUNCED_BROADCASTS: KvKey = ["live", "announced"];

/** How many pieces a platform's list of announcements has. */
export function announcedListKey(platform: string): KvKey {
  return [...ANNOUNCED_BROADCASTS, platform];
}

/** A piece of a platform's list of announcements. */
export function announcedPieceKey(platform: string, piece: number): KvKey {
  return [...announcedListKey(platform), piece];
}

/** That the announcement of a broadcast of a group is in the log. */
export function loggedBroadcastKey({ group, id }: { group: string; id: string }): KvKey {
  return ["live", "announced_once", group, id];
}

/** Changes with every video, by channel. */
export const VIDEOS_HEAD: KvKey = ["live", "videos"];

/** All videos of a channel. */
export function channelVideosPrefix(channel: string): KvKey {
  return ["live", "video", channel];
}

/** A video of a channel. */
export function videoKey({ channel, id }: { channel: string; id: string }): KvKey {
  return [...channelVideosPrefix(channel), id];
}

/** Changes with every sum of broadcasts, by year. */
export const SUMS_HEAD: KvKey = ["live", "sums"];

/** The sums of broadcasts of all years. */
export const BROADCAST_SUMS: KvKey = ["live", "sum"];

/** All members' sums of a year. */
export function yearSumsPrefix(year: number): KvKey {
  return [...BROADCAST_SUMS, year];
}

/** What a member's broadcasts of a year come to, by platform and day. */
export function memberSumsKey(
  { year, group, member }: { year: number; group: string; member: string },
): KvKey {
  return [...yearSumsPrefix(year), group, member];
}

/** All broadcasts that were lately added to sums. */
export const SUMMED_BROADCASTS: KvKey = ["live", "summed"];

/** What a broadcast has added to a sum. */
export function summedBroadcastKey({ group, id }: { group: string; id: string }): KvKey {
  return [...SUMMED_BROADCASTS, group, id];
}

/** The build that was announced last. */
export const ANNOUNCED_HEAD: KvKey = ["announced", "head"];

/** The sets of chunks that announcements consist of. */
export const ANNOUNCED_SETS: KvKey = ["announced", "set"];

/** How many chunks a set has. */
export function announcedSetKey(set: string): KvKey {
  return [...ANNOUNCED_SETS, set];
}

/** A chunk of a part of a set. */
export function announcedChunkKey(part: string, set: string, chunk: number): KvKey {
  return ["announced", "chunk", set, part, chunk];
}

/** The last announcements. */
export const ANNOUNCED_BUILDS: KvKey = ["announced", "build"];

/** The announcement of this number. */
export function announcedBuildKey(seq: number): KvKey {
  return [...ANNOUNCED_BUILDS, seq];
}

/** The last announcement of which the events are in the log. */
export const LOGGED_ANNOUNCEMENT: KvKey = ["logged", "announcement"];

/** An event that happens once: on this day, of this type, to this item of a group. */
export function loggedDueKey(
  { date, type, group, id }: { date: string; type: string; group: string; id: string },
): KvKey {
  return ["logged", "due", date, type, group, id];
}

/** That the end of the service, at this instant (UTC), was announced, and when. */
export function announcedSunsetKey(on: string): KvKey {
  return ["logged", "sunset", on];
}

/** All webhooks of the formats `standard` and `discord`. */
const WEBHOOK_ENDPOINTS: KvKey = ["webhook", "endpoint"];
/** All webhooks of the format `ntfy`: an earlier program would send them Discord's messages. */
const NTFY_WEBHOOKS: KvKey = ["webhook", "ntfy"];

/** All webhooks. */
export const WEBHOOK_PREFIXES: readonly KvKey[] = [WEBHOOK_ENDPOINTS, NTFY_WEBHOOKS];

/** The webhooks of a key. */
export function webhookPrefixes(keyId: string): KvKey[] {
  return WEBHOOK_PREFIXES.map((prefix) => [...prefix, keyId]);
}

/** A webhook of a key. */
export function webhookRecordKey(
  { keyId, id, format }: { keyId: string; id: string; format: string },
): KvKey {
  return [...(format === "ntfy" ? NTFY_WEBHOOKS : WEBHOOK_ENDPOINTS), keyId, id];
}

/** Changes with every webhook, like the revisions of credentials. */
export const WEBHOOK_REVISION: KvKey = ["revision", "webhook"];

/** The cursors of all webhooks. */
export const WEBHOOK_CURSORS: KvKey = ["webhook", "cursor"];

/** How far the log was delivered to a webhook, and what waits. */
export function webhookCursorKey(id: string): KvKey {
  return [...WEBHOOK_CURSORS, id];
}

/** The last attempts of a webhook, in slots that are used in turn. */
export function webhookAttemptsPrefix(id: string): KvKey {
  return ["webhook", "attempt", id];
}

/** One slot of the last attempts of a webhook. */
export function webhookAttemptsKey(id: string, slot: number): KvKey {
  return [...webhookAttemptsPrefix(id), slot];
}

/** The chat messages that a webhook has posted about broadcasts. */
export function webhookMessagesPrefix(id: string): KvKey {
  return ["webhook", "message", id];
}

/** The chat message that a webhook has posted about a broadcast. */
export function webhookMessageKey(id: string, broadcast: string): KvKey {
  return [...webhookMessagesPrefix(id), broadcast];
}

/** All alarms that were sent to operators. */
export const ALARMS: KvKey = ["alarm"];

/** An alarm that was sent to operators. */
export function alarmKey(subject: string): KvKey {
  return [...ALARMS, subject];
}

/** Letters to owners of keys that are to be sent. */
export const DUE_LETTERS: KvKey = ["letter", "due"];

/** A letter to the owner of a key that is to be sent. */
export function dueLetterKey(keyId: string, occasion: string): KvKey {
  return [...DUE_LETTERS, keyId, occasion];
}

/** Letters about what was done to keys that are to be sent: an earlier program would not know their words. */
export const ACT_LETTERS: KvKey = ["act_letter"];

/** A letter about what was done to a key that is to be sent. */
export function actLetterKey(keyId: string, act: string): KvKey {
  return [...ACT_LETTERS, keyId, act];
}

/** That a letter to the owner of a key was written; it is never written again. */
export function writtenLetterKey(keyId: string, occasion: string): KvKey {
  return ["letter", "written", keyId, occasion];
}
