/**
 * This room warns of what stands there twice, and of what one file alone spells otherwise.
 *
 * @module
 */

import { foldName } from "../../check/fold_name.ts";
import { type GroupContent, placesOfSetlists } from "../../check/content.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import { spellingEdit } from "../../read/spelling_edit.ts";
import type { Source, ValuePath } from "../../read/source.ts";
import { say } from "../../words/say.ts";

/** Warns of what a list has twice that is there once, and of songs that are numbered by hand. */
export function warnRepeats(
  { members, releases, videocalls, setlists }: Pick<
    GroupContent,
    "members" | "releases" | "videocalls" | "setlists"
  >,
  report: ReportDiagnostic,
): void {
  for (const { file, source } of members) {
    warnTwice(
      file.nicknames.map(foldName),
      source,
      (at) => ["nicknames", at],
      say`nickname`,
      report,
    );
    warnTwice(
      file.socials.map(({ url }) => url),
      source,
      (at) => ["socials", at, "url"],
      say`address`,
      report,
    );
  }
  for (const { file: { tracks }, source } of releases) {
    const numbers = tracks.map(({ number }) => number?.toString());
    warnTwice(numbers, source, (at) => ["tracks", at, "number"], say`number`, report);
  }
  for (const { file: { sessions }, source } of videocalls) {
    const names = sessions.map(({ session, title, start_time }) =>
      JSON.stringify([foldName(session), title, start_time])
    );
    warnTwice(names, source, (at) => ["sessions", at, "session"], say`session`, report);
  }
  for (const { setlist: { songs }, source, path } of placesOfSetlists(setlists)) {
    warnNumbered(songs, source, [...path, "songs"], report);
  }
}

function warnTwice(
  keys: readonly (string | undefined)[],
  source: Source,
  pathOf: (at: number) => ValuePath,
  what: string,
  report: ReportDiagnostic,
): void {
  if (new Set(keys).size === keys.length) return;
  keys.forEach((key, at) => {
    const first = keys.indexOf(key);
    if (key === undefined || first === at) return;
    const { line } = source.locate(pathOf(first));
    const message = say`This ${what} is here twice: line ${line} has it already; keep one of them,
        or correct this one`;
    report(warningAt(source.locate(pathOf(at)), message));
  });
}

const NUMBER = /^(?:M?\d{1,2}[.):]|M\d{1,2}) +(?=\S)/i;

function warnNumbered(
  songs: readonly string[],
  source: Source,
  path: ValuePath,
  report: ReportDiagnostic,
): void {
  if (songs.length < 2 || !songs.every((song) => NUMBER.test(song))) return;
  songs.forEach((song, at) => {
    const title = song.replace(NUMBER, "");
    const place = [...path, at];
    const message = say`Songs are in their order without a number: write their titles alone`;
    report(warningAt(source.locate(place), message, spellingEdit(source, place, title)));
  });
}
