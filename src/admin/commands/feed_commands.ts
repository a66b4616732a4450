import { type FeedTokenRecord, MAX_FEED_TOKENS } from "../../access/records/feed_token_store.ts";
import { isLive, type KeyRecord, mayRead } from "../../access/records/key_store.ts";
import { feedAddress } from "../../model/feed_address.ts";
import { type Command, CommandError, notFound } from "../command/command.ts";
import { secretOutcome } from "./key_view.ts";
import { findKey, OF_KEY, recordsOfKey, refuseRevoked } from "./named_key.ts";
import { instant, listTimestamp, table } from "./table.ts";

const issue: Command = {
  noun: "feed",
  verb: "issue",
  subject: "key",
  description:
    "Makes a token that opens the calendars and feeds of a key, and nothing else; shows it, this once",
  at: { method: "POST", path: "feeds" },
  options: {},
  async run(deps, input) {
    const { site, groups } = deps.content();
    const key = await findKey(deps, input);
    refuseRevoked(key);
    const issued = await deps.store.feeds.issue(key, deps.clock.now());
    if (issued === "full") throw refused(key, `it has ${MAX_FEED_TOKENS} already; end one of them`);
    if (issued === "ended") throw refused(key, 'it has expired; see "key extend"');
    const { record: { id }, secret } = issued;
    const group = groups.find(({ slug }) => mayRead(key, slug))?.slug;
    const url = feedAddress(site.base_url, group, secret);
    const outcome = secretOutcome(`Feed token ${id} of key ${key.id}:`, id, secret);
    return {
      json: { id, secret, url },
      lines: [...outcome.lines, `An address to subscribe to: ${url}`],
    };
  },
};

const list: Command = {
  noun: "feed",
  verb: "list",
  description: "Shows all feed tokens",
  at: { method: "GET", path: "feeds" },
  showsPersonalData: true,
  options: OF_KEY,
  async run({ store, clock }, input) {
    const views = (await recordsOfKey({ store }, input, store.feeds.list))
      .map(([token, key]) => feedView(token, key, clock.now()));
    return { json: views, lines: feedLines(views) };
  },
};

const revoke: Command = {
  noun: "feed",
  verb: "revoke",
  subject: "id",
  description: "Ends a feed token; it is refused everywhere within 3 seconds",
  at: { method: "POST", path: "feeds/{}/revoke" },
  options: {},
  async run({ store, clock }, { subject }) {
    const record = await store.feeds.revoke(subject);
    if (record === undefined) throw notFound("feed token", subject, "feed list");
    const { id, keyId } = record;
    const view = feedView(record, await store.keys.find(keyId), clock.now());
    return {
      json: { ...view, is_active: false },
      lines: [`Feed token ${id} of key ${keyId} is revoked.`],
    };
  },
};

/** `feed …` */
export const FEED_COMMANDS: readonly Command[] = [issue, list, revoke];

/** A feed token as programs see it. */
interface FeedView {
  readonly id: string;
  readonly hint: string;
  readonly key_id: string;
  readonly owner: string | null;
  readonly created_at: string | null;
  /** False where its key has ended or got another secret. */
  readonly is_active: boolean;
}

function feedView(
  { id, hint, keyId, keyDigest, createdAt }: FeedTokenRecord,
  key: KeyRecord | undefined,
  now: number,
): FeedView {
  return {
    id,
    hint,
    key_id: keyId,
    owner: key?.owner ?? null,
    created_at: listTimestamp(createdAt),
    is_active: key !== undefined && key.digest === keyDigest && isLive(key, now),
  };
}

function feedLines(views: readonly FeedView[]): string[] {
  if (views.length === 0) return ['There are no feed tokens yet; "feed issue" makes one.'];
  return table(
    ["id", "token", "key", "owner", "created", "state"],
    views.map(({ id, hint, key_id, owner, created_at, is_active }) => [
      id,
      hint,
      key_id,
      owner ?? "",
      instant(Date.parse(created_at!)),
      is_active ? "live" : "ended with its key",
    ]),
  );
}

function refused({ id }: KeyRecord, why: string): CommandError {
  return new CommandError(`Cannot make a feed token of key ${id}: ${why}`, "conflict");
}
