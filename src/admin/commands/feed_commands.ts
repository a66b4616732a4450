import { type FeedTokenRecord, MAX_FEED_TOKENS } from "../../access/records/feed_token_store.ts";
import { isLive, type KeyRecord, mayRead } from "../../access/records/key_store.ts";
import { feedAddress } from "../../model/feed_address.ts";
import { CommandError, commandsOf, found } from "../command/command.ts";
import { findKey, OF_KEY, recordsOfKey, refuseRevoked } from "./keys.ts";
import { instant, listCommand, listTimestamp, secretOutcome } from "./table.ts";

/** `feed …` */
export const FEED_COMMANDS = commandsOf("feed", {
  issue: {
    subject: "key",
    description:
      "Makes a token that opens the calendars and feeds of a key, and nothing else; shows it, this once",
    at: "POST feeds",
    async run(deps, input) {
      const { site, groups } = deps.content();
      const key = await findKey(deps, input);
      refuseRevoked(key);
      const issued = await deps.store.feeds.issue(key, deps.clock.now());
      if (issued === "full") {
        throw refused(key, `it has ${MAX_FEED_TOKENS} already; end one of them`);
      }
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
  },
  list: listCommand({
    description: "Shows all feed tokens",
    at: "GET feeds",
    options: OF_KEY,
    rows: async ({ store, clock }, input) =>
      (await recordsOfKey({ store }, input, store.feeds.list))
        .map(([token, key]) => feedView(token, key, clock.now())),
    none: 'There are no feed tokens yet; "feed issue" makes one.',
    columns: {
      id: ({ id }) => id,
      token: ({ hint }) => hint,
      key: ({ key_id }) => key_id,
      owner: ({ owner }) => owner ?? "",
      created: ({ created_at }) => instant(Date.parse(created_at!)),
      state: ({ is_active }) => is_active ? "live" : "ended with its key",
    },
  }),
  revoke: {
    subject: "id",
    description: "Ends a feed token; it is refused everywhere within 3 seconds",
    at: "POST feeds/{}/revoke",
    async run({ store, clock }, { subject }) {
      const record = found(await store.feeds.revoke(subject), "feed token", subject, "feed list");
      const { id, keyId } = record;
      const view = feedView(record, await store.keys.find(keyId), clock.now());
      return {
        json: { ...view, is_active: false },
        lines: [`Feed token ${id} of key ${keyId} is revoked.`],
      };
    },
  },
});

/** A feed token as programs see it. */
function feedView(
  { id, hint, keyId, keyDigest, createdAt }: FeedTokenRecord,
  key: KeyRecord | undefined,
  now: number,
) {
  return {
    id,
    hint,
    key_id: keyId,
    owner: key?.owner ?? null,
    created_at: listTimestamp(createdAt),
    // False where its key has ended or got another secret.
    is_active: key !== undefined && key.digest === keyDigest && isLive(key, now),
  };
}

function refused({ id }: KeyRecord, why: string): CommandError {
  return new CommandError(`Cannot make a feed token of key ${id}: ${why}`, "conflict");
}
