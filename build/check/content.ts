import type { FileOf, KindFolder, KINDS_BY_FOLDER } from "../schema/schemas.ts";
import type { SetlistFile } from "../schema/content/occasions.ts";
import type { GroupFile } from "../schema/content/group.ts";
import type { PlansFile, SiteFile } from "../schema/content/site.ts";
import type { Source } from "../read/source.ts";
import type { GroupPictures, Picture } from "../picture/picture.ts";

/** A file that fits its schema. */
export interface Entry<T> {
  readonly slug: string;
  readonly file: T;
  readonly source: Source;
  /** The pictures of the group that it names: its fields have their paths. */
  readonly pictures?: readonly Picture[];
}

/** The entries of a group, each kind by file name. */
export type GroupEntries = {
  readonly [Folder in KindFolder]: readonly Entry<FileOf<typeof KINDS_BY_FOLDER[Folder]>>[];
};

/** A group's content. Drafts are apart: they are checked, and in no answer. */
export interface GroupContent extends GroupEntries {
  readonly slug: string;
  readonly folder: string;
  readonly group: GroupFile;
  /** `group.yaml` itself. */
  readonly source: Source;
  /** Whether every member and setlist could be read: else an unknown name may be one of theirs. */
  readonly isNamesWhole: boolean;
  readonly setlists: readonly Entry<SetlistFile>[];
  readonly drafts: GroupEntries;
  /** The pictures in its folder. */
  readonly pictures: GroupPictures;
  /** Those that `group.yaml` names. */
  readonly ownPictures?: readonly Picture[] | undefined;
}

/** Everything in the content folder, checked; what is undefined cannot be used, which is reported. */
export interface CheckedContent {
  readonly site: SiteFile | undefined;
  /** `site.yaml` itself. */
  readonly siteSource: Source | undefined;
  readonly plans: PlansFile | undefined;
  readonly groups: readonly GroupContent[];
}
