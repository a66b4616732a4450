import type { AmbiguousDate, DateOptions } from "../../dates/read_moment.ts";
import type { Roster } from "../../derive/roster.ts";
import type { GroupFile } from "../../schema/content/group.ts";
import type { ImportMemory } from "./memory.ts";
import type { Outcome, Tell } from "./report.ts";
import type { TakePicture } from "./record/pictures.ts";

/** What an import knows of the group that it goes into, and where it reports. */
export interface ImportContext extends DateOptions {
  readonly group: string;
  /** `content/<group>`. */
  readonly folder: string;
  /** What the group's file says; undefined for a new group. */
  readonly settings: GroupFile | undefined;
  readonly roster: Roster;
  /** The names of the setlists that are there; what each is called is found in any spelling. */
  readonly setlists: readonly string[];
  findSetlist(name: string): string | undefined;
  readonly pictures: TakePicture;
  readonly memory: ImportMemory;
  /** Whether the dump is right wherever it differs from the files. */
  readonly prefersTheirs: boolean;
  /** The file names that new entries may not have. */
  readonly taken: Set<string>;
  readonly outcome: Outcome;
  readonly tell: Tell;
  /** Takes a date that may be several days. */
  onAmbiguous(field: string, text: string, date: AmbiguousDate): void;
}
