import { isLive, mayRead } from "../../access/records/key_store.ts";
import { command, CommandError, found } from "../../admin/command/command.ts";
import { refuseRevoked } from "../../admin/commands/keys.ts";
import { createFeedTokens, feedAddress } from "./feed_token.ts";

/** `key feed` */
export const FEED_COMMANDS = [
  command("key feed", {
    subject: "id",
    description: "Shows the token that opens the calendars and feeds of a key, and nothing else",
    at: "POST keys/{}/feed",
    async run({ store, clock, content, site }, id) {
      // The record stays as it is; that somebody had the token shown is on record with it.
      const updated = await store.keys.update(id, (key) => {
        refuseRevoked(key);
        if (isLive(key, clock.now())) return key;
        throw new CommandError(
          `Cannot make a feed token of key ${key.id}: it has expired; see "key extend"`,
          "conflict",
        );
      });
      const key = found(updated, "key", id);
      const secret = createFeedTokens(store.secretHash).mint(key);
      const group = content().groups.find(({ slug }) => mayRead(key, slug))?.slug;
      const url = feedAddress(site().base_url, group, secret);
      return { json: { secret, url } };
    },
  }),
];
