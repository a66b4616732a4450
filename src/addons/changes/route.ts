import { serviceKey } from "../../core/service_key.ts";
import { jsonAnswer } from "../../http/answer.ts";
import { anyText } from "../../http/parameter.ts";
import type { ChangesItem } from "../../model/answer/v1.ts";
import { route } from "../../routes/route.ts";
import { type ChangeFeed, SINCE } from "./change_feed.ts";

/** What changed over the last builds. */
export const CHANGE_FEED = serviceKey<ChangeFeed>("change feed");

/** `/v1/changes?since=`: what changed since then in the groups that the caller may read. */
export const changes = route({
  id: "changes",
  path: "changes",
  summary: "Which items changed since a cursor or a build; without one, where to go on from",
  answers: { one: "changes" },
  parameters: { since: anyText(SINCE) },
  refuses: ["GONE", "TRY_AGAIN"],
  dependency: {
    ready: (service) => service(CHANGE_FEED).ready(),
    version: (service) => service(CHANGE_FEED).version(),
  },
  kept({ service, mayRead, now }, { since }) {
    const { from, cursor, changes: all, validUntil } = service(CHANGE_FEED).since(since, now);
    const data = all.filter(({ group }) => mayRead(group)).map((change) => ({
      ...change,
      fields: [...change.fields],
    }));
    const value: ChangesItem = { cursor, from, total: data.length, data };
    return jsonAnswer(value, { madeAt: now, validUntil });
  },
});
