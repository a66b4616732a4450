import type { Content } from "../../catalog/content.ts";
import type { Answer } from "../../http/answer.ts";
import type { StatusItem } from "../../model/answer/service.ts";
import { PLATFORMS } from "../../model/platforms.ts";
import { type Html, html } from "../../page/html.ts";
import { layout } from "../../page/layout.ts";
import { badge, factList, recordTable, time, type Tone } from "../../page/parts.ts";
import { instantWords } from "../../time/words.ts";
import { forOne, pageAnswer } from "./document.ts";
import { HOUR_MS, MINUTE_MS } from "../../toolbox/durations.ts";

/** The state of the service as a page, which no cache keeps for somebody else; `now` in epoch ms. */
export function answerStatusPage(content: Content, status: StatusItem, now: number): Answer {
  return forOne(pageAnswer(statusPage(content, status, now), { madeAt: now, validUntil: now }));
}

const UTC = { timezone: "UTC" };

function statusPage({ catalog }: Content, status: StatusItem, now: number): string {
  const { sources, store } = status;
  const failing = [
    ...sources.filter(({ state }) => state === "down").map(({ name }) => PLATFORMS[name].title),
    ...(store.state === "ok" ? [] : ["the store"]),
  ];
  const at = new Date(now).toISOString();
  return layout({
    title: "Status",
    site: catalog.index.site,
    lang: "en",
    path: "/status",
    description: "How the service and the platforms that it asks are doing.",
    scripts: ["/assets/refresh.js"],
    hero: html`
      <h1>${failing.length === 0 ? "All is well" : "Not all is well"}</h1>
      <p>Requests are answered from memory${failing.length === 0
        ? ", and all that feeds the service is within reach."
        : `. Out of reach: ${failing.join(", ")}.`} Checked ${time(
          at,
          instantWords(now, UTC, now),
        )}.</p>
    `,
    main: html`
      ${platforms(status)}${program(status, now)}${figures(catalog, status)}
            <p
        class="small">Programs get the same as JSON from the same
        address, <code>/status</code>.</p>
    `,
  });
}

/** How states are shown, and what they mean. */
const STATES: Readonly<Record<string, readonly [tone: Tone, meaning: string]>> = {
  ok: ["good", "answers"],
  stale: ["warn", "last answer is old"],
  down: ["bad", "does not answer"],
  off: ["plain", "not asked"],
};

function platforms({ sources }: StatusItem): Html {
  return html`<h2>Platforms</h2>${
    recordTable(
      "Platforms",
      [
        { name: "Platform", cell: ({ name }) => PLATFORMS[name].title },
        { name: "State", cell: ({ state }) => badge(...STATES[state]!) },
        {
          name: "Last answer",
          cell: ({ age_ms: age }) => age === undefined ? "none yet" : ago(age),
        },
        ...sources.some(({ last_error }) => last_error)
          ? [{
            name: "Last trouble",
            cell: ({ last_error }: StatusItem["sources"][number]) => last_error ?? "none",
          }]
          : [],
      ],
      sources,
      "No platform is asked.",
    )
  }`;
}

function program(status: StatusItem, now: number): Html {
  const { store, audit: { backlog }, build, commit, dirty, started_at, deno } = status;
  const startedAt = Date.parse(started_at);
  const started = `${instantWords(startedAt, UTC, now)}, ${ago(now - startedAt)}`;
  const isOk = store.state === "ok";
  return html`<h2>The program</h2>${
    factList([
      ["Store", badge(isOk ? "good" : "bad", isOk ? "answers" : store.state.replaceAll("_", " "))],
      [
        "Audit",
        backlog === 0 ? "every use on record" : `${backlog} uses are not on record yet`,
      ],
      ["Build", html`<code>${build}</code>`],
      [
        "Content",
        commit && html`commit <code>${commit.slice(0, 12)}</code>${dirty && ", changed since"}`,
      ],
      ["Started", time(started_at, started)],
      ["Deno", deno],
    ])
  }`;
}

const COUNTED = {
  members: "Members, incl. former",
  shows: "Shows",
  news: "News",
  events: "Events",
  releases: "Releases",
  videocalls: "Video calls",
} as const;

function figures({ groups }: Content["catalog"], { content }: StatusItem): Html {
  const kinds = groups.length === 0 ? [] : Object.entries(COUNTED);
  const columns = [
    { name: "Kind", cell: ([, name]: readonly [string, string]) => name },
    ...groups.map(({ name, slug }) => ({
      name,
      isNumber: true,
      cell: ([kind]: readonly [string, string]) => content[slug]![kind as keyof typeof COUNTED],
    })),
  ];
  return html`<h2>Content</h2>${recordTable("Content", columns, kinds, "There is no group yet.")}`;
}

/** How long ago something was, in the largest unit of which there are two: `3 h ago`, on one line. */
function ago(ms: number): string {
  const units = [["days", 24 * HOUR_MS], ["h", HOUR_MS], ["min", MINUTE_MS]] as const;
  const [unit, length] = units.find(([, length]) => ms >= 2 * length) ?? ["s", 1000] as const;
  return `${Math.round(ms / length)}\u00a0${unit}\u00a0ago`;
}
