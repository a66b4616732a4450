/**
 * This room posts uses to Discord, as messages within its limits.
 *
 * @module
 */

import type { Clock } from "../../../platform/clock.ts";
import type { Net } from "../../../platform/net.ts";
import { createMessagePlanner, dueAt, roomFor } from "./plan_messages.ts";
import { discordOutcome } from "../../../delivery/post.ts";
import { createPostOnce } from "../../../delivery/post.ts";
import type { Sink } from "../sink.ts";

/** What the chat sink works with. */
export interface DiscordDeps {
  readonly net: Net;
  readonly clock: Clock;
  /** The setting AUDIT_WEBHOOK_URL: a secret, never logged. */
  readonly url: string;
}

/** The administrative chat channel: a Discord webhook. Throws TypeError for a bad address. */
export function createDiscordSink({ net, clock, url }: DiscordDeps): Sink {
  const address = executeAddress(url);
  const postOnce = createPostOnce({ net, clock });
  return {
    name: "discord",
    // Discord takes 5 in 2 s and 30 a minute; a little less, because its clock is not ours.
    pace: [{ posts: 4, withinMs: 2_000 }, { posts: 27, withinMs: 60_000 }],
    remembers: true,
    due: dueAt,
    room: roomFor,
    planner: createMessagePlanner,
    async post({ body }, signal) {
      const headers = { "content-type": "application/json" };
      return discordOutcome(await postOnce({ url: address, headers, body }, signal), clock);
    },
  };
}

/** With `wait=true` Discord answers once the message is saved, so that a success is one. */
function executeAddress(url: string): string {
  if (!URL.canParse(url)) {
    throw new TypeError(
      "Cannot use AUDIT_WEBHOOK_URL: expected an address that begins with https://",
    );
  }
  const address = new URL(url);
  address.searchParams.set("wait", "true");
  return address.href;
}
