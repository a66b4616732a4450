import type { SetlistFile, ShowFile } from "../schema/content/occasions.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import { inOtherForm } from "../check/same_form.ts";
import { type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";
import { type Source, spellingEdit, type ValuePath } from "../read/source.ts";
import { type Naming, resolvePeople, resolvePerson } from "./people.ts";
import { type Person, rosterOf } from "./roster.ts";
import { unknownSetlist } from "./setlists.ts";

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
  setlists: readonly SetlistFile[],
  find: (name: string) => SetlistFile | undefined,
  naming: Naming,
): ShowNames {
  const { setlist: name } = file;
  const setlist = name === undefined ? undefined : find(name);
  if (name !== undefined && setlist === undefined) {
    const meant = inOtherForm(name, setlists.map((setlist) => setlist.name));
    const edit = spellingEdit(source, ["setlist"], meant);
    // Where it is the list that was misspelt, many shows name what it should say.
    const fix = edit && { ...edit, slip: `setlist ${name}` };
    const message = unknownSetlist(name, setlists);
    naming.report(warningAt(source.locate(["setlist"]), message, fix));
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
