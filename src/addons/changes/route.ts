import { serviceKey } from "../../core/service_key.ts";
import { ANNOUNCED } from "../../core/services.ts";
import { jsonAnswer } from "../../http/answer.ts";
import { anyText } from "../../http/parameter.ts";
import type { ChangesItem } from "../../model/answer/v1.ts";
import { route } from "../../routes/route.ts";
import type { AnnouncedState } from "./announcement.ts";
import { changesSince, SINCE } from "./changes_since.ts";

/** What the last announcement says. */
export const LAST_ANNOUNCEMENT = serviceKey<() => Pick<AnnouncedState, "builds" | "due">>(
  "last announcement",
);

/** `/v1/changes?since=`: what changed since then in the groups that the caller may read. */
export const changes = route({
  id: "changes",
  path: "changes",
  summary: "Which items changed since a cursor or a build; without one, where to go on from",
  answers: { one: "changes" },
  parameters: { since: anyText(SINCE) },
  refuses: ["GONE", "TRY_AGAIN"],
  dependency: {
    ready: (service) => service(ANNOUNCED).ready(),
    version: (service) => service(ANNOUNCED).version(),
  },
  kept({ service, mayRead, now }, { since }) {
    const last = service(LAST_ANNOUNCEMENT)();
    const { from, cursor, changes: all, validUntil } = changesSince(last, since, now);
    const data = all.filter(({ group }) => mayRead(group))
      .map((change) => ({ ...change, fields: [...change.fields] }));
    const value: ChangesItem = { cursor, from, total: data.length, data };
    return jsonAnswer(value, { madeAt: now, validUntil });
  },
});
