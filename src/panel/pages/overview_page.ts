/**
 * This room makes the pages of the panel.
 *
 * @module
 */

import type { TokenView } from "../../admin/commands/token_commands.ts";
import type { AnnouncedBuild } from "../../core/announced.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { badge, factList, notice, numberCards, recordTable, type Tone } from "../../page/parts.ts";
import { numberWords, sparkline } from "../../page/plot.ts";
import { countHistory, sum } from "./key_counts.ts";
import {
  durationWords,
  type PageContext,
  PANEL_PATHS,
  type PanelPage,
  type StatusView,
  when,
} from "../page_context.ts";
import { sourceTable } from "./live_page.ts";

const DAYS = 30;

/** `/admin`: how the service is doing. */
export async function overviewPage(context: PageContext): Promise<PanelPage> {
  const { ifReached } = context;
  const [status, tokens, builds] = await Promise.all([
    context.status(),
    ifReached(context.read<readonly TokenView[]>("token list")),
    ifReached(context.announcements?.builds() ?? Promise.resolve([])),
  ]);
  const keyCounts = countHistory(context.keys(), context.now, DAYS);
  const isAway = tokens === undefined || builds === undefined;
  return {
    title: "Overview",
    main: html`<h1>Overview</h1>${isAway && away()}${warnings(status)}${
      numbers(status, tokens, builds, keyCounts)
    }<h2>State</h2>${state(context, status, builds)}<h2>Sources</h2>${
      sourceTable(status.sources)
    }<h2>Content</h2>${counts(status)}`,
  };
}

/** What the page shows in place of a value that cannot be asked for. */
const UNKNOWN = "not known";

function away(): Html {
  return notice(
    "bad",
    html`<p>The store does not answer. The log names the cause. This page shows the memory of this process. Callers get their answers from it, and keys go on with the units that they have leased.</p>`,
  );
}

function warnings({ audit, ...status }: StatusView): HtmlValue {
  const said = [
    audit.lost > 0 &&
    `${
      numberWords(audit.lost)
    } uses of tokens are not on record: the store did not answer for too long.`,
    audit.sinks.some((sink) => sink.state === "stopped") &&
    "A sink of the audit has stopped: look at its address in the settings, then start again.",
    inTheClear(
      status.passwords_in_the_clear,
      "password of an administrator",
      "passwords of administrators",
    ),
    inTheClear(status.tokens_in_the_clear, "priority token", "priority tokens"),
    inTheClear(status.keys_in_the_clear, "key", "keys"),
  ];
  return said.filter((text) => text).map((text) => notice("warn", html`<p>${text}</p>`));
}

function inTheClear(count: number, one: string, many: string): string | false {
  const came = `${numberWords(count)} times ${count === 1 ? one : many} came over plain http`;
  return count > 0 && `${came}, where others can read along. Ask callers to use https.`;
}

function numbers(
  { credentials }: StatusView,
  tokens: readonly TokenView[] | undefined,
  builds: readonly AnnouncedBuild[] | undefined,
  keys: readonly number[],
): Html {
  const waiting = tokens?.filter(({ state }) => state === "applied").length;
  const changes = builds?.map(({ counts }) => sum(Object.values(counts))) ?? [];
  return numberCards([
    {
      name: "Active keys",
      href: PANEL_PATHS.keys,
      value: numberWords(keys.at(-1)!),
      note: `over the last ${DAYS} days`,
      history: sparkline(keys, `Active keys on each of the last ${DAYS} days`),
    },
    {
      name: "Applications to review",
      href: PANEL_PATHS.tokens,
      value: waiting === undefined ? UNKNOWN : numberWords(waiting),
      note: waiting === undefined
        ? undefined
        : waiting > 0
        ? "They wait for a decision."
        : "None is waiting.",
    },
    { name: "Priority tokens", href: PANEL_PATHS.tokens, value: numberWords(credentials.tokens) },
    { name: "Administrators", value: numberWords(credentials.users) },
    {
      name: "Changes in the last build",
      href: PANEL_PATHS.content,
      value: builds === undefined ? UNKNOWN : numberWords(changes.at(-1) ?? 0),
      history: changes.length < 2 ? undefined : sparkline(
        changes,
        `Changes in each of the last ${changes.length} builds, the last with ${changes.at(-1)}`,
      ),
    },
  ]);
}

function state(
  context: PageContext,
  status: StatusView,
  builds: readonly AnnouncedBuild[] | undefined,
): Html {
  const { audit, build } = status;
  const last = builds?.findLast((one) => one.build === build);
  return factList([
    ["Store", storeBadge(status)],
    [
      "This process",
      html`since ${when(context, status.started_at)} (${
        durationWords(context.now - Date.parse(status.started_at))
      })`,
    ],
    [
      "Content build",
      html`<code>${build}</code>${
        last !== undefined && last.built_at > 0 && html`, built ${when(context, last.built_at)}`
      }`,
    ],
    [
      "Audit",
      html`${
        audit.store === "ok" ? badge("good", "on record") : badge("bad", "store out of reach")
      } ${
        audit.backlog === 0
          ? "all uses are on record"
          : `${numberWords(audit.backlog)} uses wait to be recorded`
      }`,
    ],
    ...audit.sinks.map(({ sink, state, waiting }) =>
      [
        `Audit sink ${sink}`,
        html`${badge(SINK_TONES[state], state)} ${
          waiting === 0 ? "everything is sent" : `${numberWords(waiting)} uses wait`
        }`,
      ] as const
    ),
    ["E-mail", status.mail === "on" ? "goes out by SMTP" : "does not go out: SMTP_URL is not set"],
    ["Changes from pages", context.isOn ? "allowed" : "not allowed: ADMIN_API is off"],
    ["Runtime", `Deno ${status.deno}`],
  ]);
}

function storeBadge({ store, store_answers }: StatusView): Html {
  // It may have gone since it was last used.
  const isThere = store.state === "ok" && store_answers;
  return isThere ? badge("good", "answers") : badge("bad", "out of reach");
}

const SINK_TONES: Readonly<Record<"ok" | "failing" | "stopped", Tone>> = {
  ok: "good",
  failing: "warn",
  stopped: "bad",
};

function counts({ content }: StatusView): Html {
  const rows = Object.entries(content);
  const names = [...new Set(rows.flatMap(([, counts]) => Object.keys(counts)))];
  return recordTable(
    "Content of each group",
    [
      { name: "Group", cell: ([group]) => group },
      ...names.map((name) => ({
        name: name.slice(0, 1).toUpperCase() + name.slice(1),
        isNumber: true,
        cell: ([, counts]: typeof rows[number]) => numberWords(counts[name] ?? 0),
      })),
    ],
    rows,
    "The content has no group yet.",
  );
}
