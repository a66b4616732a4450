import type { PublishedContent } from "../../addon.ts";
import type { GroupContent } from "../../check/content.ts";
import { publishedFrom } from "../../derive/instants.ts";
import type { GroupIndex, PackIndex } from "../../../src/model/pack_index.ts";

/** What the API document is rendered from: nothing of what is in the groups. */
export interface DocumentedService extends Pick<PackIndex, "site"> {
  readonly groups: readonly ServedGroup[];
}

/** What the site says of a group. */
export type ServedGroup = Pick<
  GroupIndex,
  "slug" | "name" | "family" | "public" | "timezone" | "leapDay"
>;

/** All that the site is rendered from: equal sources, equal files. */
export interface SiteSource extends DocumentedService, Pick<PackIndex, "plans"> {
  readonly groups: readonly (ServedGroup & { readonly examples: GroupExamples })[];
}

/** What examples lead to: the first item of each kind that everybody sees; absent where there is none. */
interface GroupExamples {
  readonly member?: string | undefined;
  readonly memberName?: string | undefined;
  /** The id of a member whose birthday is known. */
  readonly born?: string | undefined;
  readonly theater?: string | undefined;
  readonly news?: string | undefined;
  readonly events?: string | undefined;
}

/** Takes out what the site is rendered from. */
export function siteSourceOf({ site, plans, groups }: PublishedContent): SiteSource {
  return {
    site,
    plans,
    groups: groups.map((content) => {
      const { slug, group: { name, family, public: level, timezone, leap_day: leapDay } } = content;
      return {
        slug,
        name,
        family,
        public: level,
        timezone,
        leapDay,
        examples: examplesOf(content),
      };
    }),
  };
}

/** The first files: they stay when newer ones come, and so does the site. */
function examplesOf({ members, shows, news, events }: GroupContent): GroupExamples {
  const seen = members.filter(({ file }) => publishedFrom(file) === -Infinity);
  return {
    member: seen[0]?.slug,
    memberName: seen[0]?.file.name,
    born: seen.find(({ file }) => file.birth_date !== undefined)?.slug,
    theater: firstId(shows),
    news: firstId(news),
    events: firstId(events),
  };
}

/** A file of an item that has an address of its own. */
interface Addressed {
  readonly slug: string;
  readonly file: { readonly id?: string | undefined; readonly publish_at?: string | undefined };
}

function firstId(entries: readonly Addressed[]): string | undefined {
  const first = entries.find(({ file }) => publishedFrom(file) === -Infinity);
  return first && (first.file.id ?? first.slug);
}
