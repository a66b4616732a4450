import { SINCE } from "../../announce/change_log.ts";
import { jsonAnswer } from "../../http/answer.ts";
import { anyText } from "../../http/parameter.ts";
import type { ChangesItem } from "../../model/answer/changes.ts";
import { cachedRoute } from "../route.ts";
import type { Dependency } from "../route_context.ts";

/** Answers that say what changed. */
const CHANGES: Dependency = {
  ready: ({ changes }) => changes.ready(),
  version: ({ changes }) => changes.version(),
  groups: ({ changes }) => changes.groups(),
};

/** `/v1/changes?since=`: what changed since then in the groups that the caller may read. */
export const changes = cachedRoute({
  id: "changes",
  path: "changes",
  summary: "Which items changed since a cursor or a build; without one, where to go on from",
  answers: { one: "changes" },
  parameters: { since: anyText(SINCE) },
  refuses: ["GONE", "TRY_AGAIN"],
  dependency: CHANGES,
  answer({ changes, groups, formerGroups, now }, { since }) {
    const { from, cursor, changes: all, validUntil } = changes.since(since, now);
    const readable = new Set([...groups.map(({ slug }) => slug), ...formerGroups]);
    const data = all.filter(({ group }) => readable.has(group)).map((change) => ({
      ...change,
      fields: [...change.fields],
    }));
    const value: ChangesItem = { cursor, from, total: data.length, data };
    return jsonAnswer(value, { madeAt: now, validUntil });
  },
});
