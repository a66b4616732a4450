import type { EventFile, SetlistFile, ShowFile } from "../schema/content/occasions.ts";
import type { ReleaseFile } from "../schema/content/publications.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import type { Source, ValuePath } from "../read/source.ts";
import { type Naming, resolvePeople, resolvePerson } from "./people.ts";
import { type Person, rosterOf } from "./roster.ts";
import { type SetlistFinder, songFields, warnUnknownSetlist } from "./setlists.ts";

/** Somebody whom a show is held for. */
export interface CelebratedPerson {
  readonly person: Person;
  /** What the file calls her by, where it does. */
  readonly id: string | number | undefined;
}

/** Whom and what a show names. */
export interface ShowNames {
  readonly lineup: readonly Person[];
  readonly setlist: SetlistFile | undefined;
  readonly seitansai: readonly CelebratedPerson[];
  readonly graduation: readonly CelebratedPerson[];
}

/** What the names in a group are resolved with. Warnings say nothing true while some names could not be read. */
export function namingOf(content: GroupContent, report: ReportDiagnostic): Naming {
  return {
    roster: rosterOf(content),
    report: content.isNamesWhole ? report : errorsOnly(report),
  };
}

function errorsOnly(report: ReportDiagnostic): ReportDiagnostic {
  return (diagnostic) => diagnostic.severity === "error" && report(diagnostic);
}

/** Finds what the names in a show mean. */
export function nameShow(
  { file, source }: Entry<ShowFile>,
  { setlists, find }: SetlistFinder,
  naming: Naming,
): ShowNames {
  const setlist = file.setlist === undefined ? undefined : find(file.setlist);
  if (file.setlist !== undefined && setlist === undefined) {
    warnUnknownSetlist(file.setlist, source, setlists, naming.report);
  }
  const celebrated = (field: "seitansai" | "graduation") =>
    file[field].map((who, place) => nameCelebrated(who, source, [field, place], naming));
  return {
    lineup: resolvePeople(file.members, source, ["members"], naming),
    setlist,
    seitansai: celebrated("seitansai"),
    graduation: celebrated("graduation"),
  };
}

function nameCelebrated(
  who: ShowFile["seitansai"][number],
  source: Source,
  path: ValuePath,
  naming: Naming,
): CelebratedPerson {
  return typeof who === "string"
    ? { person: resolvePerson(who, source, path, naming), id: undefined }
    : { person: resolvePerson(who.member, source, [...path, "member"], naming), id: who.id };
}

/** Undefined where the file has no list. */
export function nameEvent(
  { file, source }: Entry<EventFile>,
  naming: Naming,
): readonly Person[] | undefined {
  return file.members && resolvePeople(file.members, source, ["members"], naming);
}

/** The people of each track. */
export function nameTracks({ file, source }: Entry<ReleaseFile>, naming: Naming): Person[][] {
  return file.tracks.map(({ members }, place) =>
    resolvePeople(members, source, ["tracks", place, "members"], naming)
  );
}

/** A song of a setlist, with whom it names. */
interface NamedSong {
  readonly title: string;
  readonly original_title: string | undefined;
  readonly center: readonly Person[];
  readonly unit: readonly Person[];
}

/** The songs of each setlist of a group, in the order of the setlists. */
export function nameSetlists(
  { setlists }: GroupContent,
  naming: Naming,
): readonly (readonly NamedSong[])[] {
  return setlists.map((entry) => nameSongs(entry, naming));
}

function nameSongs(
  { file: { songs }, source }: Entry<SetlistFile>,
  naming: Naming,
): readonly NamedSong[] {
  return songs.map(songFields).map(({ title, original_title, center, unit }, number) => {
    const people = (names: readonly string[], field: string) =>
      resolvePeople(names, source, ["songs", number, field], naming);
    return {
      title,
      original_title,
      center: people(center, "center"),
      unit: people(unit, "unit"),
    };
  });
}

/** Who takes part in the session at a place of its file. */
export function nameSession(
  members: readonly string[],
  place: number,
  source: Source,
  naming: Naming,
): Person[] {
  return resolvePeople(members, source, ["sessions", place, "members"], naming);
}
