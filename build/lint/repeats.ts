import { isSameInForm } from "../check/same_form.ts";
import { foldText } from "../../src/model/fold_text.ts";
import { type Entry, type GroupContent } from "../check/content.ts";
import { type Diagnostic, type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";
import { type Source, spellingEdit, type ValuePath } from "../read/source.ts";
import { phrase, type Words } from "../words/say.ts";
import { titleSlug } from "../../src/model/title_slug.ts";
import { songTitle } from "../derive/setlists.ts";
import { onlyNearest, quote } from "../diagnostic/wording.ts";

/** Warns of what a list has twice that is there once, and of songs that are numbered by hand. */
export function warnRepeats(
  { members, releases, videocalls, setlists }: Pick<
    GroupContent,
    "members" | "releases" | "videocalls" | "setlists"
  >,
  report: ReportDiagnostic,
): void {
  for (const { file, source } of members) {
    const warn = (keys: readonly string[], pathOf: (at: number) => ValuePath, what: Words) =>
      warnTwice(keys, source, pathOf, what, report);
    warn(file.nicknames.map(foldText), (at) => ["nicknames", at], phrase`nickname`);
    warn(file.socials.map(({ url }) => url), (at) => ["socials", at, "url"], phrase`address`);
    warn(file.history.map((step) => JSON.stringify(step)), (at) => ["history", at], phrase`part`);
  }
  for (const { file: { tracks }, source } of releases) {
    const numbers = tracks.map(({ number }) => number?.toString());
    warnTwice(numbers, source, (at) => ["tracks", at, "number"], phrase`number`, report);
  }
  for (const { file: { sessions }, source } of videocalls) {
    const names = sessions.map(({ session, title, start_time }) =>
      JSON.stringify([foldText(session), title, start_time])
    );
    warnTwice(names, source, (at) => ["sessions", at, "session"], phrase`session`, report);
  }
  for (const { file: { songs }, source } of setlists) {
    const pathOf = (at: number): ValuePath => {
      const place = ["songs", at];
      return typeof songs[at] === "string" ? place : [...place, "title"];
    };
    warnNumbered(songs.map(songTitle), source, pathOf, report);
  }
}

/** Warns of the entries of a list whose key an earlier one has; `what` they are. */
export function warnTwice(
  keys: readonly (string | undefined)[],
  source: Source,
  pathOf: (at: number) => ValuePath,
  what: Words,
  report: ReportDiagnostic,
): void {
  if (new Set(keys).size === keys.length) return;
  keys.forEach((key, at) => {
    const first = keys.indexOf(key);
    if (key === undefined || first === at) return;
    const { line } = source.locate(pathOf(first));
    const message =
      phrase`This ${what} is here twice: line ${line} has it already; keep one of them,
        or correct this one`;
    report(warningAt(source.locate(pathOf(at)), message));
  });
}

const NUMBER = /^(?:M?\d{1,2}[.):]|M\d{1,2}) +(?=\S)/i;

function warnNumbered(
  songs: readonly string[],
  source: Source,
  pathOf: (at: number) => ValuePath,
  report: ReportDiagnostic,
): void {
  if (songs.length < 2 || !songs.every((song) => NUMBER.test(song))) return;
  // Numbers that say another order are a fact.
  const isCounted = songs.every((song, at) => parseInt(song.replace(/^M/i, "")) === at + 1);
  songs.forEach((song, at) => {
    const title = song.replace(NUMBER, "");
    const place = pathOf(at);
    const message = phrase`Songs are in their order without a number: write their titles alone`;
    const fix = isCounted ? spellingEdit(source, place, title) : undefined;
    report(warningAt(source.locate(place), message, fix));
  });
}

/** Warns of files that say what another one says, and whose name is that one's and more. */
export function warnCopies(
  { shows, news, events, releases }: GroupContent,
  report: ReportDiagnostic,
): void {
  const all: readonly (readonly Entry<Titled>[])[] = [shows, news, events, releases];
  for (const entries of all) warnCopiesAmong(entries, report);
  warnSameArticles(news, report);
}

/** Warns of an article that is in two files, under any names. */
function warnSameArticles(
  news: readonly Entry<{ readonly title: string }>[],
  report: ReportDiagnostic,
): void {
  const known = new Map<string, Entry<unknown>>();
  for (const entry of news) {
    const { file: { title }, source } = entry;
    if (source.body.trim() === "") continue;
    const key = `${title}\n${source.body.trim()}`;
    const other = known.get(key);
    if (other === undefined) known.set(key, entry);
    else if (!isCopyOf(entry, other) && !isCopyOf(other, entry)) {
      const message =
        phrase`${other.source.file} has the same title and text: delete one of the two,
        or write what is its own`;
      report(warningAt(source.locate(["title"]), message));
    }
  }
}

/** What has a title, or that of its setlist. */
interface Titled {
  readonly title?: string | undefined;
  readonly setlist?: string | undefined;
}

function warnCopiesAmong(entries: readonly Entry<Titled>[], report: ReportDiagnostic): void {
  const known = new Map(entries.map((entry) => [entry.slug, entry]));
  for (const entry of entries) {
    const original = originalOf(entry, known);
    if (original === undefined) continue;
    const [isFitting, isOther] = [entry, original].map(isNamedAfterTitle);
    const said = sameAs(entry, original);
    if (isFitting === isOther) report({ ...said, ofOther: sameAs(original, entry) });
    else report(isOther ? said : sameAs(original, entry));
  }
}

function sameAs({ source }: Entry<unknown>, other: Entry<unknown>): Diagnostic {
  const message = phrase`This file says the same as ${other.source.file}:
    write what is its own, or keep one of the two`;
  return warningAt(source.locate([]), message);
}

function isNamedAfterTitle({ slug, file: { title, setlist } }: Entry<Titled>): boolean {
  const name = titleSlug(title ?? setlist ?? "");
  return name !== "" && slug.endsWith(name);
}

/** Of `a-b-copy`, the one called `a-b` or `a` that says the same. */
function originalOf(
  entry: Entry<Titled>,
  known: ReadonlyMap<string, Entry<Titled>>,
): Entry<Titled> | undefined {
  const { slug } = entry;
  for (let end = slug.lastIndexOf("-"); end > 0; end = slug.lastIndexOf("-", end - 1)) {
    const other = known.get(slug.slice(0, end));
    if (other !== undefined && textOf(other) === textOf(entry)) return other;
  }
  return undefined;
}

/** Whether one of two files says what the other one says, and has its name and more. */
export function isCopyOf(one: Entry<unknown>, other: Entry<unknown>): boolean {
  return one.slug.startsWith(`${other.slug}-`) && textOf(one) === textOf(other);
}

function textOf({ file, source }: Entry<unknown>): string {
  return JSON.stringify([file, source.body]);
}

/** How many files spell a word alike where one alone spells it otherwise. */
const MIN_ALIKE = 3;

/** Warns of a generation, team or category that one file spells otherwise than all others. */
export function warnLoneSpellings(
  { members, shows, news }: GroupContent,
  report: ReportDiagnostic,
): void {
  warnField(members, "generation", report);
  warnField([...members, ...shows], "team", report);
  warnField(news, "category", report);
}

function warnField<F extends string>(
  entries: readonly Entry<{ readonly [field in F]?: string | undefined }>[],
  field: F,
  report: ReportDiagnostic,
): void {
  const spelt = Map.groupBy(entries, ({ file }) => file[field]);
  const usual = [...spelt].flatMap(([word, some]) =>
    word !== undefined && some.length >= MIN_ALIKE ? [word] : []
  );
  for (const [word, [entry, ...others]] of spelt) {
    if (word === undefined || entry === undefined || others.length > 0) continue;
    // `gen1` and `gen2` are two; so are short words that differ in a letter.
    const alike = usual.filter((other) => digitsOf(other) === digitsOf(word));
    const meant = alike.find((other) => foldText(other) === foldText(word)) ??
      (word.length < MIN_LENGTH ? undefined : onlyNearest(word, alike));
    if (meant === undefined) continue;
    const message = phrase`No other file has the ${field} ${quote(word)}. Did you mean ${
      quote(meant)
    }?`;
    const { source } = entry;
    // Another letter may make another team.
    const same = isSameInForm(word, meant) ? meant : undefined;
    report(warningAt(source.locate([field]), message, spellingEdit(source, [field], same)));
  }
}

const MIN_LENGTH = 5;

function digitsOf(word: string): string {
  return word.replace(/\D+/g, " ").trim();
}
