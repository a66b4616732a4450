import { type Html, html } from "../../page/html.ts";
import { codeBlock, emptyState } from "../../page/parts.ts";
import { birthdayPeople, onAirList, showTickets } from "./lists.ts";
import { todayOf, type View } from "./view.ts";

/** How a frame is asked for. */
interface EmbedOptions {
  /** Undefined: as the reader's system has it. */
  readonly theme: "light" | "dark" | undefined;
  /** Transparent and in large type, for streaming programs: it has less room. */
  readonly isOverlay: boolean;
  /** The slugs of the members that are asked for; undefined: everybody. */
  readonly members: ReadonlySet<string> | undefined;
}

/** A frame that other pages show. */
interface Embed {
  title(view: View): string;
  /** How high it is with its usual content, in px. */
  readonly height: number;
  /** `most`: of what is next, and of who is on air. */
  content(
    view: View,
    members: EmbedOptions["members"],
    most: number,
    mostOnAir: number,
  ): Promise<Html>;
}

export const EMBEDS = {
  live: {
    title: ({ words: { say } }) => say`On air now`,
    height: 320,
    async content(view, members, _, most) {
      const { onAir, platforms } = await view.read.live();
      const asked = onAir.filter(({ url }) => members?.has(url) ?? true);
      return onAirList(view, asked, platforms, most);
    },
  },
  next: {
    title: ({ words: { say } }) => say`Next shows`,
    height: 640,
    async content(view, members, most) {
      todayOf(view);
      const asked = { status: "upcoming", ...members && { member: [...members].join() } } as const;
      const shows = await view.read.firstShows(most, asked);
      return shows.length === 0
        ? emptyState(view.words.say`No show is announced.`)
        : showTickets(view, shows);
    },
  },
  birthdays: {
    title: ({ words: { say } }) => say`Birthdays`,
    height: 440,
    async content(view, members, most) {
      todayOf(view);
      const next = (await view.read.birthdays()).filter(({ member_id: id, status }) =>
        status !== "graduated" && (members?.has(id) ?? true)
      );
      return next.length === 0
        ? emptyState(view.words.say`No birthday is known.`)
        : birthdayPeople(view, next.slice(0, most));
    },
  },
} satisfies Readonly<Record<string, Embed>>;

export type EmbedName = keyof typeof EMBEDS;

/** Renders a frame as a whole document: it runs no script and is made for any page. */
export async function embedDocument(
  view: View,
  name: EmbedName,
  { theme, isOverlay, members }: EmbedOptions,
): Promise<string> {
  const { read: { group }, words, paths } = view;
  const embed: Embed = EMBEDS[name];
  const classes = ["embed", theme, isOverlay && "overlay"].filter(Boolean).join(" ");
  const title = embed.title(view);
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
          ${await (isOverlay
            ? embed.content(view, members, 1, 5)
            : embed.content(view, members, 5, Infinity))}
          <p class="by"><a href="${paths.group}" lang="${group.language}">${group.name}</a></p>
        </main>
      </body>
    </html>
  `.text;
}

/** The lines to paste that show a group's frames on another page, and the addresses of its overlays. */
export function embedLines(view: View): Html {
  const { words: { say }, base, read: { group } } = view;
  return html`<details class="fold"><summary>${say`Put it on your page`}</summary>
    <p class="small">${say`Each line shows a frame that refreshes itself. The second address of each is for streaming programs such as OBS: transparent, in large type.`}</p>${
    Object.entries<Embed>(EMBEDS).map(([name, embed]) => {
      const address = `${base}/embed/${encodeURIComponent(group.slug)}/${name}`;
      const title = `${embed.title(view)}: ${group.name}`.replaceAll('"', "”");
      const line =
        `<iframe src="${address}" title="${title}" width="360" height="${embed.height}" style="border:0" loading="lazy"></iframe>`;
      return html`
        <h3>${embed.title(view)}</h3>${codeBlock(line, "html")}<p
          class="small">${say`Overlay:`} <code>${address}?overlay=1</code></p>
      `;
    })
  }</details>`;
}
