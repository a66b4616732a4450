import { type Html, html } from "../../page/html.ts";
import { codeBlock, emptyState } from "../../page/parts.ts";
import { birthdayPeople, onAirList, showTickets } from "./lists.ts";
import { todayOf, type View } from "./view.ts";

/** What a frame on another page shows. */
export const EMBEDS = ["live", "next", "birthdays"] as const;
type EmbedName = typeof EMBEDS[number];

/** How high a frame is with its usual content, in px. */
const HEIGHTS: Readonly<Record<EmbedName, number>> = { live: 320, next: 640, birthdays: 440 };

/** How a frame looks. */
export const EMBED_THEMES = ["light", "dark"] as const;

/** How a frame is asked for. */
interface EmbedOptions {
  /** Undefined: as the reader's system has it. */
  readonly theme: typeof EMBED_THEMES[number] | undefined;
  /** Transparent and in large type, for streaming programs. */
  readonly isOverlay: boolean;
  /** The slugs of the members that are asked for; undefined: everybody. */
  readonly members: ReadonlySet<string> | undefined;
}

/** Renders a frame as a whole document: it runs no script and is made for any page. */
export async function embedDocument(
  view: View,
  name: EmbedName,
  { theme, isOverlay, members }: EmbedOptions,
): Promise<string> {
  const { read: { group }, words } = view;
  const classes = ["embed", theme, isOverlay && "overlay"].filter(Boolean).join(" ");
  const title = { live: words.onAirNow, next: words.nextShows, birthdays: words.birthdays }[name];
  // An overlay has less room.
  const content = await CONTENTS[name](view, members, isOverlay ? 1 : 5);
  return html`
    <!doctype html>
    <html lang="${words.language}" class="${classes}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="robots" content="noindex">
        <base target="_blank">
        <title>${title} · ${group.name}</title>
        <link rel="stylesheet" href="${"/assets/style.css"}">
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
          <p class="by"><a href="${view.paths.group}" lang="${group.language}">${group.name}</a></p>
        </main>
      </body>
    </html>
  `.text;
}

const CONTENTS: Readonly<
  Record<
    EmbedName,
    (view: View, members: EmbedOptions["members"], most: number) => Promise<Html>
  >
> = {
  async live(view, members) {
    const { onAir, platforms } = await view.read.live();
    return onAirList(view, onAir.filter(({ url }) => members?.has(url) ?? true), platforms);
  },
  async next(view, members, most) {
    todayOf(view);
    const member = members && [...members].join();
    const shows = await view.read.firstShows(most, {
      status: "upcoming",
      ...member !== undefined && { member },
    });
    return shows.length === 0 ? emptyState(view.words.noShowToCome) : showTickets(view, shows);
  },
  async birthdays(view, members, most) {
    todayOf(view);
    const next = (await view.read.birthdays()).filter(({ member_id: id, status }) =>
      status !== "graduated" && (members?.has(id) ?? true)
    );
    return next.length === 0
      ? emptyState(view.words.noBirthday)
      : birthdayPeople(view, next.slice(0, most));
  },
};

/** The lines to paste that show a group's frames on another page, and the addresses of its overlays. */
export function embedLines({ words, base, read: { group } }: View): Html {
  const titles = { live: words.embedLive, next: words.embedNext, birthdays: words.embedBirthdays };
  return html`<details class="fold"><summary>${words.embedTitle}</summary>
    <p class="small">${words.embedIntro}</p>${
    EMBEDS.map((embed) => {
      const address = `${base}/embed/${encodeURIComponent(group.slug)}/${embed}`;
      const title = `${titles[embed]}: ${group.name}`.replaceAll('"', "”");
      const line = `<iframe src="${address}" title="${title}" width="360" height="${
        HEIGHTS[embed]
      }" style="border:0" loading="lazy"></iframe>`;
      return html`<h3>${titles[embed]}</h3>${codeBlock(line, "html")}
        <p class="small">${words.embedOverlay} <code class="address">${address}?overlay=1</code></p>`;
    })
  }</details>`;
}
