import { type Html, html } from "../../page/html.ts";
import { codeBlock, emptyState } from "../../page/parts.ts";
import type { PageWords } from "./words/english.ts";
import { birthdayPeople } from "./views/member_pages.ts";
import { onAirList } from "./views/on_air.ts";
import { showTickets } from "./views/tickets.ts";
import { type PageView, todayOf } from "./views/view.ts";

/** What a frame on another page shows. */
export const EMBEDS = ["live", "next", "birthdays"] as const;
export type EmbedName = typeof EMBEDS[number];

/** How a frame looks. */
export const EMBED_THEMES = ["light", "dark"] as const;

/** How a frame is asked for. */
export interface EmbedOptions {
  /** Undefined: as the reader's system has it. */
  readonly theme: typeof EMBED_THEMES[number] | undefined;
  /** Transparent and in large type, for streaming programs. */
  readonly isOverlay: boolean;
  /** The slugs of the members that are asked for; undefined: everybody. */
  readonly members: ReadonlySet<string> | undefined;
}

/** How many shows and birthdays a frame has; an overlay has less room. */
const MAX_ENTRIES = { frame: 5, overlay: 1 };

/** Renders a frame as a whole document: it runs no script and is made for any page. */
export async function embedDocument(
  view: PageView,
  name: EmbedName,
  options: EmbedOptions,
): Promise<string> {
  const { read: { group }, words } = view;
  const { theme, isOverlay } = options;
  const classes = ["embed", theme, isOverlay && "overlay"].filter(Boolean).join(" ");
  const heading = embedTitle(words, name);
  return html`
    <!doctype html>
    <html lang="${words.language}" class="${classes}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="robots" content="noindex">
        <base target="_blank">
        <title>${heading} · ${group.name}</title>
        <link rel="stylesheet" href="${"/assets/style.css"}">
      </head>
      <body>
        <main>
          <h1>${heading}</h1>
          ${await CONTENTS[name](view, options)}
          <p class="by"><a href="${view.paths.group}" lang="${group.language}">${group.name}</a></p>
        </main>
      </body>
    </html>
  `.text;
}

const CONTENTS: Readonly<
  Record<EmbedName, (view: PageView, options: EmbedOptions) => Promise<Html>>
> = {
  async live(view, { members }) {
    const { onAir, platforms } = await view.read.live();
    return onAirList(view, onAir.filter(({ url }) => members?.has(url) ?? true), platforms);
  },
  async next(view, { members, isOverlay }) {
    todayOf(view);
    const member = members && [...members].join();
    const shows = await view.read.shows({
      status: "upcoming",
      most: most(isOverlay),
      ...member !== undefined && { member },
    });
    return shows.length === 0
      ? emptyState(view.words.noShowToCome)
      : showTickets(view, shows, most(isOverlay));
  },
  async birthdays(view, { members, isOverlay }) {
    todayOf(view);
    const next = (await view.read.birthdays()).filter(({ member_id: id, status }) =>
      status !== "graduated" && (members?.has(id) ?? true)
    );
    return next.length === 0
      ? emptyState(view.words.noBirthday)
      : birthdayPeople(view, next.slice(0, most(isOverlay)));
  },
};

function most(isOverlay: boolean): number {
  return isOverlay ? MAX_ENTRIES.overlay : MAX_ENTRIES.frame;
}

function embedTitle(words: PageWords, name: EmbedName): string {
  return { live: words.onAirNow, next: words.nextShows, birthdays: words.birthdays }[name];
}

/** The lines to paste that show a group's frames on another page, and the addresses of its overlays. */
export function embedLines(words: PageWords, base: string, slug: string, name: string): Html {
  const titles = { live: words.embedLive, next: words.embedNext, birthdays: words.embedBirthdays };
  return html`
    <details class="fold"><summary>${words.embedTitle}</summary>
    <p class="small">${words.embedIntro}</p>
    ${EMBEDS.map((embed) => {
      const address = `${base}/embed/${encodeURIComponent(slug)}/${embed}`;
      const title = `${titles[embed]}: ${name}`.replaceAll('"', "”");
      const line =
        `<iframe src="${address}" title="${title}" width="360" height="320" style="border:0" loading="lazy"></iframe>`;
      return html`
        <h3>${titles[embed]}</h3>${codeBlock(line, "html")}<p
          class="small">${words.embedOverlay} <code class="address">${address}?overlay=1</code></p>
      `;
    })}
    </details>
  `;
}
