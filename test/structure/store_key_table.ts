import type { KvKey } from "../../src/platform/kv.ts";
import {
  credentialChangesPrefix,
  credentialIdKey,
  credentialKey,
  feedTokenListKey,
  PEPPER_MARK,
  revisionKey,
  SIGNUP_SWITCH,
  signupCountKey,
  signupEmailKey,
  tokenOrganizationKey,
  usedLinkKey,
} from "../../src/platform/credential_keys.ts";
import {
  announcedListKey,
  BROADCAST_SUMS,
  LIVE_HEAD,
  LIVE_NOW,
  liveClaimKey,
  loggedBroadcastKey,
  recentBroadcastKey,
  summedBroadcastKey,
  SUMS_HEAD,
  videoKey,
  VIDEOS_HEAD,
} from "../../src/platform/live_keys.ts";
import {
  alarmKey,
  ANNOUNCED_BUILDS,
  ANNOUNCED_HEAD,
  announcedSetKey,
  announcedSunsetKey,
  AUDIT_ANCHOR,
  AUDIT_CHUNKS,
  AUDIT_HEAD,
  auditCursorKey,
  auditReadingKey,
  checkpointKey,
  dueLetterKey,
  endedSessionKey,
  FORGOTTEN_REVISION,
  forgottenKey,
  knownTokenKey,
  LIVE_EVENTS,
  LOGGED_ANNOUNCEMENT,
  loggedDueKey,
  personPrefix,
  sentFormKey,
  SNAPSHOT,
  STORE_FORMAT,
  ticketKey,
  WEBHOOK_REVISION,
  webhookAttemptsPrefix,
  webhookCursorKey,
  webhookMessageKey,
  webhookRecordKey,
  writtenLetterKey,
} from "../../src/platform/store_keys.ts";

/** One line of {@linkcode STORE_KEYS}. */
export interface StoreKeyEntry {
  /** The key, its variable parts in angle brackets. */
  readonly key: KvKey;
  /** The value, in words. */
  readonly value: string;
  /** The room that writes it. */
  readonly owner: string;
  /** When it goes by itself. */
  readonly expiry: string;
}

const TICKET_LOG = { account: "<key id>", period: "<period>" };

const NAMES = { key: "key", token: "token", user: "user", code: "code", feed: "feed token" };

/** Everything that is in the store; the README shows it, and no program reads it. */
export const STORE_KEYS: readonly StoreKeyEntry[] = [
  ...(["key", "token", "code", "feed"] as const).flatMap((kind) => [
    entry(
      credentialKey(kind, "<secret hash>"),
      `the record of a ${NAMES[kind]}`,
      "src/access",
      "never",
    ),
    entry(
      credentialIdKey(kind, "<id>"),
      `the secret hash of that ${NAMES[kind]}`,
      "src/access",
      "never",
    ),
  ]),
  entry(
    signupEmailKey("<digest>"),
    "the key of an e-mail that has signed up, and the account of its quota",
    "src/signup",
    "with the quota's period, after a deletion",
  ),
  entry(
    signupCountKey("<digest>", "<window>"),
    "how many letters an e-mail or a network has asked for",
    "src/signup",
    "after another window",
  ),
  entry(usedLinkKey("<digest>"), "that a link of a letter was used", "src/signup", "after an hour"),
  entry(SIGNUP_SWITCH, "whether operators have closed sign-up", "src/admin", "never"),
  entry(feedTokenListKey("<key id>"), "the records of a key's feed tokens", "src/access", "never"),
  entry(
    tokenOrganizationKey("<name>"),
    "the id of an organization's latest application",
    "src/access",
    "never",
  ),
  entry(credentialKey("user", "<name>"), "an administrator", "src/access", "never"),
  ...(["key", "token", "code", "user", "feed"] as const).map((kind) =>
    entry(revisionKey(kind), `the ${NAMES[kind]} that changed last`, "src/access", "never")
  ),
  ...(["key", "token", "user", "feed"] as const).map((kind) =>
    entry(
      [...credentialChangesPrefix(kind), "<number>"],
      `which ${NAMES[kind]}s changed`,
      "src/access",
      "never; the 1000th after it deletes it",
    )
  ),
  entry(PEPPER_MARK, "the fingerprint of the pepper", "src/store", "never"),
  entry(
    STORE_FORMAT,
    "the number of the store's format",
    "src/store",
    "never",
  ),
  entry(
    SNAPSHOT,
    "in a snapshot: when it was taken",
    "src/store",
    "never; the first start on it deletes it",
  ),
  entry(
    ticketKey(TICKET_LOG, "<holder>.<number>"),
    "units that a process leased or gave back",
    "src/quota",
    "40 days after the period",
  ),
  entry(
    checkpointKey(TICKET_LOG),
    "the sum of the oldest tickets",
    "src/quota",
    "400 days after the period",
  ),
  entry(
    [...AUDIT_CHUNKS, "<number>"],
    "uses of priority tokens and acts of administrators, from that number on",
    "src/audit",
    "never; retention deletes it",
  ),
  entry(AUDIT_HEAD, "the sealed end of the record", "src/audit", "never"),
  entry(AUDIT_ANCHOR, "the sealed number of the last entry deleted", "src/audit", "never"),
  entry(auditCursorKey("<sink>"), "how far a sink has posted the record", "src/audit", "never"),
  entry(
    knownTokenKey("<sink>", "<token id>"),
    "what a sink remembers of a token",
    "src/audit",
    "90 days after its last use",
  ),
  entry(
    auditReadingKey("<user>", "<command>"),
    "the hour in which an administrator last looked at personal data",
    "src/admin",
    "after 2 hours",
  ),
  entry(
    [...personPrefix("<id>"), "<number>"],
    "who a key, token or code of entries is about, in the chunk that begins there",
    "src/audit",
    "never; retention and `forget` delete it",
  ),
  entry(forgottenKey("<id>"), "that its person was forgotten", "src/admin", "never"),
  entry(FORGOTTEN_REVISION, "the record whose person was forgotten last", "src/admin", "never"),
  entry(
    LIVE_HEAD,
    "the number of the last event, and the lists' numbers of pieces",
    "src/events",
    "never",
  ),
  entry(liveClaimKey("<platform>"), "the process that polls a platform", "src/live", "never"),
  entry(
    [...LIVE_NOW, "list", "<platform>", "<number>"],
    "a piece of the list of its broadcasts",
    "src/live",
    "never",
  ),
  entry([...LIVE_EVENTS, "<number>"], "an event of the log", "src/events", "after 7 days"),
  entry(
    recentBroadcastKey({ group: "<group>", id: "<id>" }),
    "a broadcast that has ended",
    "src/live",
    "`RECENT_RETENTION_DAYS` after its end",
  ),
  entry(
    announcedListKey("<platform>"),
    "how many pieces the list of what it announces has",
    "src/live",
    "never",
  ),
  entry(
    [...announcedListKey("<platform>"), "<number>"],
    "a piece of that list",
    "src/live",
    "never",
  ),
  entry(
    loggedBroadcastKey({ group: "<group>", id: "<id>" }),
    "that an announcement is in the log",
    "src/live",
    "60 days after its time",
  ),
  entry(VIDEOS_HEAD, "a number for each channel that grows with its videos", "src/live", "never"),
  entry(
    videoKey({ channel: "<channel>", id: "<id>" }),
    "a video of a channel",
    "src/live",
    "91 days after its feed listed it",
  ),
  entry(
    SUMS_HEAD,
    "a number for each year that grows with its sums of broadcasts",
    "src/live",
    "never",
  ),
  entry(
    [...BROADCAST_SUMS, "<year>", "<group>", "<member>"],
    "what her broadcasts come to, by platform and day",
    "src/live",
    "never",
  ),
  entry(
    summedBroadcastKey({ group: "<group>", id: "<id>" }),
    "what a broadcast has added to a sum",
    "src/live",
    "after 100 days",
  ),
  entry(ANNOUNCED_HEAD, "the build that was announced last, and when", "src/change_feed", "never"),
  entry(
    announcedSetKey("<build>.<process>"),
    "how many chunks an announcement has",
    "src/change_feed",
    "never; the next announcement deletes it",
  ),
  entry(
    ["announced", "chunk", "<build>.<process>", "<part>", "<number>"],
    "its items as hashes, when they were modified, removed shows, changes",
    "src/change_feed",
    "never; later announcements delete it",
  ),
  entry(
    [...ANNOUNCED_BUILDS, "<number>"],
    "one of the last 30 announcements, and how much changed",
    "src/change_feed",
    "never; later announcements delete it",
  ),
  entry(
    LOGGED_ANNOUNCEMENT,
    "the last announcement of which the events are in the log",
    "src/content_events",
    "never",
  ),
  entry(
    announcedSunsetKey("<instant>"),
    "when the end of the service at this instant was announced",
    "src/content_events",
    "never",
  ),
  entry(
    loggedDueKey({ date: "<date>", type: "<type>", group: "<group>", id: "<id>" }),
    "that what falls due once is in the log",
    "src/content_events",
    "after 3 days",
  ),
  entry(
    webhookRecordKey({ keyId: "<key id>", id: "<id>" }),
    "a webhook, its address and secret sealed",
    "src/webhooks",
    "never",
  ),
  entry(WEBHOOK_REVISION, "the webhook that changed last", "src/webhooks", "never"),
  entry(
    webhookCursorKey("<id>"),
    "how far the log was delivered to a webhook, and what waits",
    "src/webhooks",
    "never",
  ),
  entry([...webhookAttemptsPrefix("<id>"), "<slot>"], "its last attempts", "src/webhooks", "never"),
  entry(
    webhookMessageKey("<id>", "<broadcast>"),
    "the chat message about a broadcast",
    "src/webhooks",
    "after 7 days",
  ),
  entry(
    alarmKey("<trouble>"),
    "a trouble that operators got a message about, and by which channels",
    "src/alerts",
    "never",
  ),
  entry(
    writtenLetterKey("<key id>", "<occasion>"),
    "that the owner of a key is written to, once for each occasion",
    "src/notices",
    "40 days after the occasion has passed",
  ),
  entry(
    dueLetterKey("<key id>", "<occasion>"),
    "a letter to be sent, and who sends it",
    "src/notices",
    "when it is sent, or after 3 days",
  ),
  entry(
    endedSessionKey("<session>"),
    "that somebody logged out of `/admin`",
    "src/panel",
    "when the session would have ended",
  ),
  entry(
    sentFormKey("<number>"),
    "that a form of `/admin` was sent",
    "src/panel",
    "when its session ends",
  ),
];

function entry(key: KvKey, value: string, owner: string, expiry: string): StoreKeyEntry {
  return { key, value, owner, expiry };
}
