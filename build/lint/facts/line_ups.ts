import type { ShowFile } from "../../schema/content/occasions.ts";
import type { GroupContent } from "../../check/content.ts";
import { type Roster, slugNamed } from "../../derive/roster.ts";
import { type ReportDiagnostic, topOf, warningAt } from "../../diagnostic/diagnostic.ts";
import { quote } from "../../diagnostic/wording.ts";
import type { Source } from "../../read/source.ts";
import { phrase, type Words } from "../../words/say.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import { namesInShow } from "../../derive/names.ts";

/**
 * Warns of birthdays and last shows that are held without her, and of line-ups with somebody who had
 * left before; a line-up may be unknown yet.
 */
export function warnCelebrations(
  shows: GroupContent["shows"],
  all: GroupContent["members"],
  roster: Roster,
  report: ReportDiagnostic,
): void {
  const find = (name: string) => slugNamed(name, roster);
  const left = daysOfLeaving(all);
  for (const { slug, file, source } of shows) {
    const { members, seitansai, graduation } = file;
    if (file.state === "scheduled") warnStaying(file, source, all, find, report);
    if (members.length === 0) continue;
    warnAbsent(seitansai, "seitansai", phrase`is celebrated`, members, source, find, report);
    warnAbsent(graduation, "graduation", phrase`graduates`, members, source, find, report);
    members.forEach((name, place) => {
      const day = left.byName.get(name);
      if (day === undefined || day >= file.date) return;
      // If the file's name says another day, that is reported.
      if (DATED.test(slug) && !slug.startsWith(file.date)) return;
      // Others may be called so, too.
      const leaver = left.bySlug.get(find(name) ?? "");
      if (leaver?.day !== day) return;
      const message = phrase`${quote(leaver.name)} graduated on ${day}, before this show: take her
        out, or correct one of the dates; if she comes back for it, leave this as it is`;
      report(warningAt(source.locate(["members", place]), message));
    });
  }
}

/** Names of files that begin with a day. */
const DATED = /^\d{4}-\d{2}-\d{2}/;

/** The days on which members graduated. */
interface DaysOfLeaving {
  readonly bySlug: ReadonlyMap<string, { readonly name: string; readonly day: string }>;
  /** By all that line-ups may call them. */
  readonly byName: ReadonlyMap<string, string>;
}

/** A roster knows what members are called, and may have been made before other fields were changed. */
function daysOfLeaving(members: GroupContent["members"]): DaysOfLeaving {
  const bySlug = new Map<string, { readonly name: string; readonly day: string }>();
  const byName = new Map<string, string>();
  for (const { slug, file: { name, nicknames, former_slugs, joined, graduated: day } } of members) {
    if (day === undefined) continue;
    // If she left before she joined, that is reported.
    if (joined !== undefined && day < joined) continue;
    bySlug.set(slug, { name, day });
    for (const one of [slug, name, ...nicknames, ...former_slugs]) byName.set(one, day);
  }
  return { bySlug, byName };
}

/** Warns of a last show of somebody whose own file has no day on which she leaves. */
function warnStaying(
  { graduation, date, members }: ShowFile,
  source: Source,
  all: GroupContent["members"],
  find: (name: string) => string | undefined,
  report: ReportDiagnostic,
): void {
  graduation.forEach((who, place) => {
    const slug = find(typeof who === "string" ? who : who.member);
    const member = all.find((one) => one.slug === slug);
    // Of somebody who is not in the line-up, that is said.
    if (
      member === undefined || (members.length > 0 && !members.some((one) => find(one) === slug))
    ) {
      return;
    }
    const { status, graduated, name } = member.file;
    if (status === "graduated" || graduated !== undefined) return;
    const message = phrase`${quote(name)} graduates in this show, and her file has no day of it: add
      graduated: ${date} to ${member.source.file}`;
    report(warningAt(source.locate(["graduation", place]), message));
  });
}

/** Warns of those for whom a show is held without them in its line-up. */
function warnAbsent(
  celebrated: ShowFile["seitansai"],
  field: string,
  words: Words,
  members: readonly string[],
  source: Source,
  find: (name: string) => string | undefined,
  report: ReportDiagnostic,
): void {
  celebrated.forEach((who, place) => {
    const name = typeof who === "string" ? who : who.member;
    const slug = find(name);
    if (slug === undefined || members.some((other) => find(other) === slug)) return;
    const message = phrase`${quote(name)} ${words} in this show and is not in its line-up:
      add her to members, or take her away here`;
    report(warningAt(source.locate([field, place]), message));
  });
}

/** Warns once where a group has no members, or no setlists, and other files name some. */
export function warnMissingLists(content: GroupContent, report: ReportDiagnostic): void {
  const { folder, members, setlists, shows, drafts } = content;
  if (members.length === 0) {
    const count = guestsOf(content).size;
    const what = drafts.members.length === 0
      ? phrase`No member's file is here`
      : phrase`Every file here is a draft`;
    const message = phrase`${what}, and ${
      count === 1 ? phrase`one name stays as a guest` : phrase`${count} names stay as guests`
    }
        in line-ups and credits: put the members' files here, or guests into group.yaml`;
    if (count > 0) report(warningAt(topOf(`${folder}/members`), message));
  }
  if (setlists.length === 0) {
    const count = shows.filter(({ file }) => file.setlist !== undefined).length;
    const message = phrase`No setlist is here, and ${
      count === 1 ? phrase`one show names` : phrase`${count} shows name`
    }
        one: put the setlists back, or make each with deno task new setlist`;
    if (count > 0) report(warningAt(topOf(`${folder}/setlists`), message));
  }
}

/** Whom a group's files name, but for the guests whom it knows. */
function guestsOf({ group, shows, events, releases, videocalls }: GroupContent): Set<string> {
  const names = [
    ...shows.flatMap(({ file }) => namesInShow(file)),
    ...events.flatMap(({ file }) => file.members ?? []),
    ...releases.flatMap(({ file }) => file.tracks.flatMap(({ members }) => members)),
    ...videocalls.flatMap(({ file }) => file.sessions.flatMap(({ members }) => members)),
  ];
  const guests = new Set(names.map(foldText));
  for (const known of group.guests) guests.delete(foldText(known));
  return guests;
}
