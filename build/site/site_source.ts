import type { GroupIndex, PackIndex } from "../../src/model/pack_index.ts";

/** What the site says of the service, and not of what is in its groups. */
export interface DocumentedService extends Pick<PackIndex, "site" | "plans"> {
  readonly groups: readonly ServedGroup[];
}

/** What the site says of a group. */
export type ServedGroup = Pick<
  GroupIndex,
  "slug" | "name" | "family" | "public" | "timezone" | "leapDay"
>;

/** All that the site is rendered from: equal sources, equal files. */
export interface SiteSource extends DocumentedService {
  readonly groups: readonly (ServedGroup & {
    readonly examples: GroupExamples;
    /** Further path segments, but those of another service's programs. */
    readonly aliases: readonly string[];
  })[];
}

/** Items of a group that examples lead to; left out where it has none that everybody sees. */
export interface GroupExamples {
  /** Of the first item of each kind. */
  readonly ids: Readonly<Record<ExampleKind, string | undefined>>;
  readonly hasMembers: boolean;
  /** What the first member is called. */
  readonly name?: string | undefined;
  /** The id of the first member whose birthday is known. */
  readonly born?: string | undefined;
}

/** Kinds that examples are taken from. */
export type ExampleKind = "members" | "shows" | "news" | "events";
