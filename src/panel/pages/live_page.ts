import { type Html, html } from "../../page/html.ts";
import { emptyState } from "../../page/parts.ts";
import { numberWords } from "../../page/plot.ts";
import { recordTable } from "../../page/records.ts";
import type { LiveItem } from "../../model/item/live.ts";
import type { PageContext, PanelPage } from "../parts/page_context.ts";
import { sourceTable } from "../parts/source_table.ts";
import { when } from "../parts/when.ts";

/** `/admin/live`: how the platforms answer, and who is on air as this process has it. */
export function livePage(context: PageContext): Promise<PanelPage> {
  const { view, index } = context;
  const onAir = index.groups.flatMap(({ slug }) => view.list(slug));
  return Promise.resolve({
    title: "Live",
    main: html`<h1>Live</h1><h2>Sources</h2>${sourceTable(view.sources())}<h2>On air</h2>${
      view.sources().every(({ state }) => state === "off")
        ? emptyState(
          html`No platform is asked: <code>LIVE</code> is off, or no address of one is set.`,
        )
        : broadcasts(context, onAir)
    }`,
  });
}

function broadcasts(context: PageContext, onAir: readonly LiveItem[]): Html {
  return recordTable<LiveItem>(
    "On air",
    [
      { name: "Member", cell: ({ name }) => name },
      { name: "Platform", cell: ({ type }) => type },
      { name: "Since", cell: ({ started_at }) => when(context, started_at) },
      { name: "Viewers", isNumber: true, cell: ({ viewers }) => numberWords(viewers) },
      { name: "Group", cell: ({ group }) => group },
      { name: "Title", cell: ({ title }) => title },
    ],
    onAir,
    "Nobody is on air at the moment.",
  );
}
