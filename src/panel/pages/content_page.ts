import type { AnnouncedBuild } from "../../core/announced.ts";
import type { ItemChange } from "../../model/content_items.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { badge, factList, recordTable, type Tone } from "../../page/parts.ts";
import { numberWords, plot } from "../../page/plot.ts";
import {
  MAX_SEARCH_LENGTH,
  readSearchText,
  type SearchItem,
  type SearchResult,
} from "../../core/search_service.ts";
import { type PageContext, PANEL_PATHS, type PanelPage, when } from "../page_context.ts";
import { CHANGE_KINDS } from "../../model/enums.ts";

const SHOWN_CHANGES = 200;

/** `/admin/content`: the builds that were announced, and what changed by one of them. */
export async function contentPage(context: PageContext): Promise<PanelPage> {
  const builds = await context.announcements?.builds() ?? [];
  const asked = context.query.get("build")?.[0];
  const chosen = builds.find(({ seq }) => `${seq}` === asked) ?? builds.at(-1);
  const changes = chosen && await context.announcements?.changes(chosen);
  return {
    title: "Content",
    main: html`<h1>Content</h1>${served(context, builds)}${await find(context)}<h2>Builds</h2>${
      builds.length > 1 && history(builds)
    }${buildTable(context, builds)}${
      chosen && changes &&
      html`<h2 id="changes">What changed by build <code>${chosen.build}</code></h2>${
        changed(changes)
      }`
    }`,
  };
}

function served(context: PageContext, builds: readonly AnnouncedBuild[]): Html {
  const { build } = context.index;
  const announced = builds.findLast((one) => one.build === build);
  return factList([
    ["Served by this process", html`<code>${build}</code>`],
    ["Built", announced && when(context, announced.built_at || undefined, "at an unknown time")],
    ["Announced", announced ? when(context, announced.at) : "not yet"],
  ]);
}

/** A form that finds an item by its name, and what it found. */
async function find({ search, query }: PageContext): Promise<HtmlValue> {
  if (search === undefined) return undefined;
  const asked = readSearchText(query.get("q")?.[0] ?? "");
  const found = asked === undefined ? undefined : await search(asked);
  return html`
    <h2 id="find">Find an item</h2>
        <form method="get" action="${PANEL_PATHS.content}#find">
      <label>Name, nickname or title
          <input type="search" name="q" required maxlength="${MAX_SEARCH_LENGTH}" value="${asked ??
            ""}"></label>
      <button>Find</button>
    </form>
        ${found && foundTable(found)}
  `;
}

function foundTable({ total, items }: SearchResult): HtmlValue {
  return html`${
    recordTable<SearchItem>(
      "Items found",
      [
        { name: "Kind", cell: ({ kind }) => kind },
        { name: "Group", cell: ({ group }) => group },
        { name: "Title", cell: ({ title }) => title },
        { name: "Id", cell: ({ id }) => html`<code>${id}</code>` },
        { name: "Found by", cell: ({ matched }) => matched },
      ],
      items,
      "Nothing that is published has such a name.",
    )
  }${furtherItems(total - items.length)}`;
}

function history(builds: readonly AnnouncedBuild[]): Html {
  return plot({
    title: "Items by build",
    period: `the last ${builds.length} builds`,
    points: builds.map(({ seq, build }) => `${seq}: ${build}`),
    lines: CHANGE_KINDS.map((name) => ({ name, values: builds.map(({ counts }) => counts[name]) })),
  });
}

function buildTable(context: PageContext, builds: readonly AnnouncedBuild[]): Html {
  return recordTable<AnnouncedBuild>(
    "Builds",
    [
      {
        name: "Build",
        cell: ({ seq, build }) =>
          html`<a href="${`${PANEL_PATHS.content}?build=${seq}#changes`}"><code>${build}</code></a>`,
      },
      { name: "Announced", cell: ({ at }) => when(context, at) },
      ...CHANGE_KINDS.map((name) => ({
        name: name.slice(0, 1).toUpperCase() + name.slice(1),
        isNumber: true,
        cell: ({ counts }: AnnouncedBuild) => numberWords(counts[name]),
      })),
    ],
    builds.toReversed(),
    "No build has changed anything since this store first saw content.",
  );
}

const TONES: Readonly<Record<ItemChange["change"], Tone>> = {
  added: "good",
  changed: "warn",
  removed: "bad",
};

function changed(changes: readonly ItemChange[]): HtmlValue {
  const shown = changes.slice(0, SHOWN_CHANGES);
  return html`${
    recordTable<ItemChange>(
      "Changes",
      [
        { name: "Change", cell: ({ change }) => badge(TONES[change], change) },
        { name: "Group", cell: ({ group }) => group },
        { name: "Kind", cell: ({ kind }) => kind },
        { name: "Item", cell: ({ id }) => id },
        { name: "Fields", cell: ({ fields }) => fields.join(", ") },
      ],
      shown,
      "No item changed.",
    )
  }${furtherItems(changes.length - shown.length)}`;
}

function furtherItems(count: number): HtmlValue {
  return count > 0 && html`<p class="small">And ${numberWords(count)} more.</p>`;
}
