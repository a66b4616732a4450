import type { PublishedContent } from "../../addon.ts";
import type { Entry, GroupContent } from "../../check/content.ts";
import { publishedFrom } from "../../derive/instants.ts";
import type { GroupIndex, PackIndex } from "../../../src/model/pack_index.ts";

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

/** Takes out what the site is rendered from. */
export function siteSourceOf({ site, plans, groups }: PublishedContent): SiteSource {
  return {
    ...{ site, plans },
    groups: groups.map((content) => {
      const { slug, group: { name, family, public: level, timezone, leap_day: leapDay } } = content;
      const aliases = content.group.aliases.filter((alias) => typeof alias === "string");
      const examples = examplesOf(content);
      return { slug, name, family, public: level, timezone, leapDay, examples, aliases };
    }),
  };
}

/** The first files: they stay when newer ones come, and so does the site. */
function examplesOf(content: GroupContent): GroupExamples {
  const { members, shows, news, events } = content;
  const member = members.find(isSeen);
  return {
    ids: {
      ...{ members: member?.slug, shows: firstId(shows) },
      ...{ news: firstId(news), events: firstId(events) },
    },
    hasMembers: members.length > 0,
    name: member?.file.name,
    born: members.find((member) => isSeen(member) && member.file.birth_date !== undefined)?.slug,
  };
}

/** What has a page of its own. */
type AnyEntry = Entry<
  { readonly id?: string | undefined; readonly publish_at?: string | undefined }
>;

function firstId(entries: readonly AnyEntry[]): string | undefined {
  const first = entries.find(isSeen);
  return first && (first.file.id ?? first.slug);
}

/** Whether it is there from the first moment on. */
function isSeen({ file }: AnyEntry): boolean {
  return publishedFrom(file) === -Infinity;
}
