import type { Content } from "../../catalog/catalog.ts";
import { type Answer, createAnswer } from "../../http/answer.ts";
import type { StatusItem } from "../../model/answer/service.ts";
import { PLATFORMS } from "../../model/platforms.ts";
import { statusPage } from "../../page/status_page.ts";
import { PAGE_HEADERS } from "../../site/site_pack.ts";
import { dayWords, instantWords } from "../../time/words.ts";
import { HOUR_MS, MINUTE_MS } from "../../toolbox/durations.ts";

const UTC = { timezone: "UTC" };

/** The state of the service as a page, which no cache keeps for somebody else. */
export function answerStatusPage(
  { catalog: { index, groups } }: Content,
  { build, commit, dirty, started_at, sources, store, audit, deno }: StatusItem,
  now: number,
): Answer {
  const startedAt = Date.parse(started_at);
  const text = statusPage({
    site: index.site,
    build,
    commit,
    isDirty: dirty === true,
    startedAt: started_at,
    started: `${instantWords(startedAt, UTC, now)}, ${durationWords(now - startedAt)} ago`,
    at: new Date(now).toISOString(),
    now: instantWords(now, UTC, now).replace(
      /^today/,
      dayWords(new Date(now).toISOString().slice(0, 10), UTC),
    ),
    groups: groups.map(({ name, language, counts }) => ({ name, lang: language, counts })),
    sources: sources.map(({ name, state, age_ms, last_error }) => ({
      name: PLATFORMS[name].title,
      state,
      age: age_ms === undefined ? undefined : durationWords(age_ms),
      error: last_error,
    })),
    store: store.state,
    audit,
    deno,
  });
  return createAnswer(new TextEncoder().encode(text), { madeAt: now, validUntil: now }, {
    contentType: "text/html; charset=utf-8",
    headers: PAGE_HEADERS,
  });
}

/** A length of time in the largest unit of which there are two, such as `3 hours`. */
function durationWords(ms: number): string {
  const units = [["day", 24 * HOUR_MS], ["hour", HOUR_MS], ["minute", MINUTE_MS]] as const;
  const [unit, length] = units.find(([, length]) => ms >= 2 * length) ?? ["second", 1000] as const;
  const count = Math.round(ms / length);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
