import type { AmbiguousDate, DateOptions } from "../../dates/read_moment.ts";
import type { Roster } from "../../derive/roster.ts";
import type { GroupFile } from "../../schema/content/group.ts";
import type { SetlistFile } from "../../schema/content/occasions.ts";
import type { ImportMemory } from "./memory.ts";
import type { TakePicture } from "./record/pictures.ts";
import type { Outcome } from "./report.ts";

/** A date of a dump that may be several days, as its field has it. */
export interface FoundAmbiguity extends AmbiguousDate {
  readonly field: string;
  readonly text: string;
}

/** What an import knows of the group that it goes into, and where it reports. */
export interface ImportContext extends DateOptions {
  readonly group: string;
  /** `content/<group>`. */
  readonly folder: string;
  /** What the group's file says; undefined for a new group. */
  readonly settings: GroupFile | undefined;
  readonly roster: Roster;
  readonly setlists: readonly SetlistFile[];
  /** Finds a setlist by name, in any spelling. */
  findSetlist(name: string): SetlistFile | undefined;
  readonly takePicture: TakePicture;
  readonly memory: ImportMemory;
  /** Whether the dump is right wherever it differs from the files. */
  readonly prefersTheirs: boolean;
  /** The file names that new entries may not have. */
  readonly taken: Set<string>;
  readonly outcome: Outcome;
  /** Dates for which {@linkcode DateOptions.order} is needed. */
  readonly ambiguous: FoundAmbiguity[];
}
