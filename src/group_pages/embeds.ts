import { birthdayOn } from "../birthday/birthday.ts";
import { type Html, html, type HtmlValue } from "../page/html.ts";
import { emptyState } from "../page/parts.ts";
import { people } from "../page/people.ts";
import type { EmbedName, EmbedTheme } from "./embed_options.ts";
import type { PageWords } from "./words/english.ts";
import { onAirList } from "./views/on_air.ts";
import { showTickets } from "./views/setlist_page.ts";
import { dayText, type PageView, todayOf } from "./views/view.ts";

/** How a frame is asked for. */
export interface EmbedOptions {
  /** Undefined: as the reader's system has it. */
  readonly theme: EmbedTheme | undefined;
  /** Transparent and in large type, for streaming programs. */
  readonly isOverlay: boolean;
  has(slugs: readonly string[]): boolean;
}

/** How many shows and birthdays a frame has; an overlay has less room. */
const MAX_ENTRIES = { frame: 5, overlay: 1 };

/** Renders a frame as a whole document: it runs no script and is made for any page. */
export function embedDocument(view: PageView, name: EmbedName, options: EmbedOptions): string {
  const { group: { index }, words } = view;
  const classes = [options.theme, options.isOverlay && "overlay"].filter(Boolean).join(" ");
  const title = `${embedTitle(words, name)} · ${index.name}`;
  return html`
    <!doctype html>
    <html lang="${words.language}" class="${classes}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="robots" content="noindex">
        <base target="_blank">
        <title>${title}</title>
        <link rel="stylesheet" href="${"/assets/embed.css"}">
      </head>
      <body>
        <main class="embed">
          <h1>${embedTitle(words, name)}</h1>
          ${CONTENTS[name](view, options)}
          <p class="by"><a href="${view.paths.group}" lang="${index.language}">${index.name}</a></p>
        </main>
      </body>
    </html>
  `.text;
}

const CONTENTS: Readonly<
  Record<EmbedName, (view: PageView, options: EmbedOptions) => HtmlValue>
> = { live: liveContent, next: nextContent, birthdays: birthdayContent };

function liveContent(view: PageView, { has }: EmbedOptions): Html {
  const shown = view.group.onAir().filter(({ url }) => has(url === "" ? [] : [url]));
  return onAirList(view, shown);
}

function nextContent(view: PageView, { has, isOverlay }: EmbedOptions): Html {
  const { group, words } = view;
  todayOf(view);
  const coming = group.shows(({ start, members }) => start > group.now && has(members))
    .toReversed();
  if (coming.length === 0) return emptyState(words.noShowToCome);
  group.holdUntil(coming[0]!.row.start);
  return showTickets(view, coming, most(isOverlay));
}

function birthdayContent(view: PageView, { has, isOverlay }: EmbedOptions): Html {
  const { group, words } = view;
  const today = todayOf(view);
  const next = group.members()
    .filter(({ id, fields, row }) =>
      row.birthDate !== undefined && !fields.is_graduate && has([id])
    )
    .map((member) => ({
      member,
      birthday: birthdayOn(member.row.birthDate!, today, group.index.leapDay),
    }))
    .sort((one, other) => one.birthday.daysUntil - other.birthday.daysUntil);
  if (next.length === 0) return emptyState(words.noBirthday);
  return people(
    next.slice(0, most(isOverlay)).map(({ member, birthday }) => ({
      name: member.fields.name,
      picture: member.fields.img,
      href: view.paths.item("member", member.id),
      lang: group.index.language,
      line: html`${dayText(view, birthday.nextBirthday)}${
        birthday.ageOnNextBirthday !== undefined && `, ${words.turns(birthday.ageOnNextBirthday)}`
      }`,
    })),
  );
}

function most(isOverlay: boolean): number {
  return isOverlay ? MAX_ENTRIES.overlay : MAX_ENTRIES.frame;
}

function embedTitle(words: PageWords, name: EmbedName): string {
  return { live: words.onAirNow, next: words.nextShows, birthdays: words.birthdays }[name];
}
