import { type Html, html } from "./html.ts";
import { layout, type ServiceName } from "./layout.ts";
import { badge, factList, recordTable, time, type Tone } from "./parts.ts";

/** How the service is doing, in words; instants with the form for programs beside them. */
export interface StatusView {
  readonly site: ServiceName;
  readonly build: string;
  /** The commit that has the content; undefined if none is known. */
  readonly commit: string | undefined;
  /** Whether the content differs from it. */
  readonly isDirty: boolean;
  readonly started: string;
  readonly startedAt: string;
  readonly now: string;
  readonly at: string;
  readonly groups: readonly GroupFigures[];
  readonly sources: readonly SourceView[];
  readonly store: string;
  readonly audit: { readonly backlog: number };
  readonly deno: string;
}

interface GroupFigures {
  readonly name: string;
  readonly lang: string;
  readonly counts: Readonly<Record<Counted, number>>;
}

type Counted = "members" | "shows" | "news" | "events" | "releases" | "videocalls";

interface SourceView {
  readonly name: string;
  readonly state: string;
  /** How long ago its last good answer came; undefined: there was none. */
  readonly age: string | undefined;
  readonly error: string | undefined;
}

/** The state of the service as a page. */
export function statusPage(status: StatusView): string {
  const { site, sources, store, now, at } = status;
  const failing = [
    ...sources.filter(({ state }) => state === "down").map(({ name }) => name),
    ...(store === "ok" ? [] : ["the store"]),
  ];
  return layout({
    title: "Status",
    site,
    lang: "en",
    path: "/status",
    description: "How the service and the platforms that it asks are doing.",
    scripts: ["/assets/refresh.js"],
    hero: html`
      <h1>${failing.length === 0 ? "Everything answers" : "Not everything answers"}</h1>
      <p>${failing.length === 0
        ? "Requests are answered from memory, and nothing that feeds it is out of reach."
        : `Requests are answered from memory. Out of reach: ${failing.join(", ")}.`} Seen ${time(
          at,
          now,
        )}.</p>
    `,
    main: html`${platforms(status)}${ownState(status)}${
      figures(status)
    }<p class="small">Programs get the
      same as JSON from this address.</p>`,
  });
}

/** How the words of a state are shown. */
const TONES: Readonly<Record<string, Tone>> = { ok: "good", stale: "warn", down: "bad" };

const MEANINGS: Readonly<Record<string, string>> = {
  ok: "answers",
  stale: "last answer is old",
  down: "does not answer",
  off: "is not asked",
};

function platforms({ sources }: StatusView): Html {
  return html`<h2>Platforms that are asked who is on air</h2>${
    recordTable(
      "Platforms",
      [
        { name: "Platform", cell: ({ name }) => name },
        {
          name: "State",
          cell: ({ state }) => badge(TONES[state] ?? "plain", MEANINGS[state] ?? state),
        },
        {
          name: "Last good answer",
          cell: ({ age }) => age === undefined ? "none yet" : `${age} ago`,
        },
        { name: "Last trouble", cell: ({ error }) => error ?? "none" },
      ],
      sources,
      "No platform is asked.",
    )
  }`;
}

function ownState(
  { store, audit, build, commit, isDirty, started, startedAt, deno }: StatusView,
): Html {
  return html`<h2>The program</h2>${
    factList([
      [
        "Store",
        badge(
          store === "ok" ? "good" : "bad",
          store === "ok" ? "answers" : store.replaceAll("_", " "),
        ),
      ],
      [
        "Audit",
        audit.backlog === 0
          ? "every use is on record"
          : `${audit.backlog} uses are not on record yet`,
      ],
      ["Build", html`<code>${build}</code>`],
      [
        "Content",
        commit === undefined
          ? undefined
          : html`commit <code>${commit.slice(0, 12)}</code>${isDirty ? ", changed since" : ""}`,
      ],
      ["Started", time(startedAt, started)],
      ["Deno", deno],
    ])
  }`;
}

const COUNTED: readonly (readonly [counted: Counted, name: string])[] = [
  ["members", "Members"],
  ["shows", "Shows"],
  ["news", "News"],
  ["events", "Events"],
  ["releases", "Releases"],
  ["videocalls", "Days of video calls"],
];

function figures({ groups }: StatusView): Html {
  return html`<h2>Content</h2>${
    recordTable(
      "Content",
      [
        {
          name: "Group",
          cell: ({ name, lang }: GroupFigures) => html`<span lang="${lang}">${name}</span>`,
        },
        ...COUNTED.map(([counted, name]) => ({
          name,
          isNumber: true,
          cell: ({ counts }: GroupFigures) => counts[counted],
        })),
      ],
      groups,
      "There is no group yet.",
    )
  }`;
}
