/** Rules of lists: what is in one twice, numbered by hand, or spelt as nowhere else. */

import { isSameInForm } from "../check/same_form.ts";
import type { Entry } from "../check/content.ts";
import { type Admitted, saleInstant } from "../derive/admission.ts";
import { type Dated, occasionOf } from "../derive/instants.ts";
import { songFields, songTitle } from "../derive/setlists.ts";
import { slugNamed } from "../derive/roster.ts";
import { onlyNearest, quote } from "../diagnostic/wording.ts";
import { foldText } from "../../src/model/fold_text.ts";
import { type Source, spellingEdit, type ValuePath } from "../read/source.ts";
import { readInstant } from "../../src/time/civil_date.ts";
import { DAY_MS } from "../../src/toolbox/durations.ts";
import { type Message, phrase } from "../words/say.ts";
import { type Context, type Finding, rule } from "./rule.ts";

export const LIST_RULES = [
  rule("list/twice", "members", ({ file: { nicknames, socials, history }, source }) => [
    ...twice(nicknames.map(foldText), source, (at) => ["nicknames", at], phrase`nickname`),
    ...twice(
      socials.map(({ url }) => url),
      source,
      (at) => ["socials", at, "url"],
      phrase`address`,
    ),
    ...twice(
      history.map((step) => JSON.stringify(step)),
      source,
      (at) => ["history", at],
      phrase`part`,
    ),
  ]),
  rule("list/same-number", "releases", ({ file: { tracks }, source }) => {
    const numbers = tracks.map(({ number }) => number?.toString());
    return twice(numbers, source, (at) => ["tracks", at, "number"], phrase`number`);
  }),
  // Another line-up may sing the same song, and so may the end of a show: neighbours are one.
  rule("list/same-track", "releases", ({ file: { tracks }, source }) => {
    const songs = tracks.map(({ number: _, ...song }) => JSON.stringify(song));
    return twice(songs, source, (at) => ["tracks", at, "title"], phrase`track`);
  }),
  rule("list/same-song", "setlists", ({ file: { songs }, source }) => {
    const keys = songs.map((song) => JSON.stringify(songFields(song)));
    return keys.map((key, at) => {
      if (at === 0 || keys[at - 1] !== key) return undefined;
      const pathOf = (
        at: number,
      ) => ["songs", at, ...typeof songs[at] === "string" ? [] : ["title"]];
      return twiceAt(pathOf(at), source.locate(pathOf(at - 1)).line, phrase`song`);
    });
  }),
  // A field's name without its colon is a part of the title.
  rule("setlist/no-colon", "setlists", ({ file: { songs } }) =>
    songs.map((song, at) => {
      const title = typeof song === "string" ? FIELD_NAME.exec(song)?.[1] : undefined;
      if (title === undefined) return undefined;
      const message =
        phrase`This begins with the name of a field, which becomes a part of the title:
        write the title alone, ${quote(title)}`;
      return { at: ["songs", at], message };
    })),
  rule("list/same-session", "videocalls", ({ file: { sessions }, source }) => {
    const names = sessions.map(({ session, title, start_time }) =>
      JSON.stringify([foldText(session), title, start_time])
    );
    return twice(names, source, (at) => ["sessions", at, "session"], phrase`session`);
  }),
  rule("setlist/numbered", "setlists", ({ file: { songs } }) =>
    numbered(
      songs.map(songTitle),
      (at) => typeof songs[at] === "string" ? ["songs", at] : ["songs", at, "title"],
    )),
  rule(
    "setlist/numbered",
    "releases",
    ({ file: { tracks } }) =>
      numbered(tracks.map(({ title }) => title), (at) => ["tracks", at, "title"]),
  ),
];

const NUMBER = /^(?:M?\d{1,2}[.):]|M\d{1,2}) +(?=\S)/i;

const FIELD_NAME = /^(?:title|judul)[\s:：=;]+([^\s:：=;].*)$/s;

/** Titles that begin with their numbers: all of them, or some with the number of their own place. */
function numbered(
  titles: readonly string[],
  pathOf: (at: number) => ValuePath,
): (Finding | undefined)[] {
  // Numbers that say another order are a fact.
  const isCounted = titles.map((title, at) =>
    NUMBER.test(title) && parseInt(title.replace(/^M/i, "")) === at + 1
  );
  const isAll = titles.every((title) => NUMBER.test(title));
  if (titles.length < 2 || !isAll && isCounted.filter(Boolean).length < 2) return [];
  return titles.map((title, at) =>
    isAll || isCounted[at]
      ? {
        at: pathOf(at),
        message: phrase`Songs are in their order without a number: write their titles alone`,
        meant: isCounted.every(Boolean) ? title.replace(NUMBER, "") : undefined,
      }
      : undefined
  );
}

/** The entries of a list whose key an earlier one has; `what` they are. */
function twice(
  keys: readonly (string | undefined)[],
  source: Source,
  pathOf: (at: number) => ValuePath,
  what: Message,
): Finding[] {
  if (new Set(keys).size === keys.length) return [];
  return keys.flatMap((key, at) => {
    const first = keys.indexOf(key);
    if (key === undefined || first === at) return [];
    return [twiceAt(pathOf(at), source.locate(pathOf(first)).line, what)];
  });
}

function twiceAt(at: ValuePath, line: number, what: Message): Finding {
  const message = phrase`This ${what} is here twice: line ${line} has it already; keep one of them,
      or correct this one`;
  return { at, message };
}

/** How many files spell a word alike where one alone spells it otherwise. */
const MIN_ALIKE = 3;
const MIN_LENGTH = 5;

export const SPELLING_RULES = [
  rule("lone-spelling", "group", ({ members, shows, news }) => [
    ...loneSpellings(members, "generation"),
    ...loneSpellings([...members, ...shows], "team"),
    ...loneSpellings(news, "category"),
  ]),
];

function loneSpellings<F extends string>(
  entries: readonly Entry<{ readonly [field in F]?: string | undefined }>[],
  field: F,
): Finding[] {
  const spelt = Map.groupBy(entries, ({ file }) => file[field]);
  const usual = [...spelt].flatMap(([word, some]) =>
    word !== undefined && some.length >= MIN_ALIKE ? [word] : []
  );
  return [...spelt].flatMap(([word, [entry, ...others]]) => {
    if (word === undefined || entry === undefined || others.length > 0) return [];
    // `gen1` and `gen2` are two; so are short words that differ in a letter.
    const alike = usual.filter((other) => digitsOf(other) === digitsOf(word));
    const meant = alike.find((other) => foldText(other) === foldText(word)) ??
      (field === "generation" && GENERATION.test(word) && alike.length === 1
        ? alike[0]
        : word.length < MIN_LENGTH
        ? undefined
        : onlyNearest(word, alike));
    if (meant === undefined) return [];
    const message = phrase`No other file has the ${field} ${quote(word)}. Did you mean ${
      quote(meant)
    }?`;
    const { source } = entry;
    // Another letter may make another team.
    const fix = spellingEdit(source, [field], isSameInForm(word, meant) ? meant : undefined);
    return [{ place: source.locate([field]), message, fix }];
  });
}

/** A generation by its number and no other name: `Generasi 8`, `8th gen`, `8期生`. */
const GENERATION =
  /^(?:gen(?:erasi|eration)?\.?|angkatan)?[ _-]*(?:ke-?)?\d+ ?(?:st|nd|rd|th|期生?)? ?(?:gen(?:eration)?)?$/i;

function digitsOf(word: string): string {
  return word.replace(/\D+/g, " ").trim();
}

/** How long before something its tickets are hardly sold. */
const EARLIEST_MS = 366 * DAY_MS;

type Sold = Entry<Dated & Admitted & { readonly publish_at?: string | undefined }>;

/** A price whose number alone is written. */
const NO_CURRENCY = /^(?=.*[1-9])\d[\d.,]*(?: ?(?:rb|ribu|k)|,-)?$/i;

export const SALE_RULES = [
  rule("price", ["shows", "events"], ({ file: { tickets, stream }, source }: Sold) => {
    const prices = [
      ...tickets.map(({ price }, at) => ({ price, at: ["tickets", at, "price"] })),
      { price: stream?.price, at: ["stream", "price"] },
    ];
    return prices.map(({ price, at }) => {
      if (price === undefined || !NO_CURRENCY.test(price)) return undefined;
      const message = phrase`${quote(source.written(at) ?? price)} has no currency: write the whole
        price, such as Rp200.000`;
      return { at, message };
    });
  }),
  rule("tickets", ["shows", "events"], ({ file, source }: Sold, context) => {
    const { tickets } = file;
    // One sort may be sold twice: at another place, or from another day on.
    const keys = tickets.map(({ type, price, sale_from, url }) =>
      JSON.stringify([type === undefined ? price : foldText(type), sale_from, url])
    );
    const said = tickets.map(({ type, price, sale_from, url }, place) => {
      if (sale_from !== undefined) return sale(file, sale_from, place, context);
      if ([type, price, url].some((value) => value !== undefined)) return undefined;
      const message = phrase`This ticket says nothing: write type, price, sale_from or url, or take
        it away`;
      return { at: ["tickets", place], message };
    });
    return [...twice(keys, source, (at) => ["tickets", at], phrase`ticket`), ...said];
  }),
];

/** What is said of when a sale begins. */
function sale(
  file: Sold["file"],
  from: string,
  place: number,
  { content: { group: { timezone } } }: Context,
): Finding | undefined {
  const { date, publish_at: published } = file;
  const { start } = occasionOf(file, timezone);
  const begins = saleInstant(from, timezone);
  const message = begins >= start
    ? phrase`The sale begins when it has begun (${date}): correct sale_from or date`
    : begins < start - EARLIEST_MS
    ? phrase`The sale begins more than a year before it (${date}): correct sale_from or date`
    : published !== undefined && begins < readInstant(published)
    ? phrase`The sale begins before this is published (publish_at): correct one of the two`
    : undefined;
  return message && { at: ["tickets", place, "sale_from"], message };
}

export const TRACK_RULES = [
  rule("release/label", "releases", ({ file: { label = "" } }) => {
    if (!/^(?:https?:\/\/|pictures\/)|\.(?:jpe?g|png|webp)$/i.test(label)) return undefined;
    const message = phrase`A label is the name of the record company: write that, and a picture of
      the record into cover`;
    return { at: ["label"], message };
  }),
  rule(
    "track/same-title",
    "releases",
    ({ file: { tracks } }) => tracks.map((track, place) => sameTitle(track, ["tracks", place])),
  ),
];

export const SONG_RULES = [
  rule("song", "setlists", ({ file: { songs } }, { roster }) => {
    const find = (name: string) => slugNamed(name, roster) ?? foldText(name);
    return songs.map(songFields).flatMap(({ center, unit, ...song }, number) => {
      const singers = new Set(unit.map(find));
      const absent = center.map((name, at) => {
        if (singers.size === 0 || singers.has(find(name))) return undefined;
        const message = phrase`${quote(name)} is the center of this song and not in its unit:
          add her to unit, or take her away here`;
        return { at: ["songs", number, "center", at], message };
      });
      return [sameTitle(song, ["songs", number]), ...absent];
    });
  }, true),
];

function sameTitle(
  { title, original_title: original }: {
    readonly title: string;
    readonly original_title?: string | undefined;
  },
  path: ValuePath,
): Finding | undefined {
  if (original === undefined || foldText(original) !== foldText(title)) return undefined;
  const message = phrase`This is the title again: write the title in the original language, or take
    the line away`;
  return { at: [...path, "original_title"], message };
}
