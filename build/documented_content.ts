import type { PlansFile, SiteFile } from "../src/model/content/site.ts";
import type { Entry, GroupContent } from "./check/content.ts";
import { publishedFrom } from "./derive/instants.ts";
import type { GroupExamples, SiteSource } from "./site/site_source.ts";

/** Takes out what the site is rendered from. */
export function siteSourceOf(
  site: SiteFile,
  plans: PlansFile,
  groups: readonly GroupContent[],
): SiteSource {
  return {
    ...{ site, plans },
    groups: groups.map((content) => {
      const { slug, group: { name, family, public: level } } = content;
      return { slug, name, family, public: level, examples: examplesOf(content) };
    }),
  };
}

/** The first files: they stay when newer ones come, and so does the site. */
function examplesOf(content: GroupContent): GroupExamples {
  const { group, members, shows, news, events } = content;
  const member = members.find(isSeen);
  const rooms = members.filter(isSeen).map(({ file }) => file.room_id);
  return {
    ids: {
      ...{ members: member?.slug, shows: firstId(shows) },
      ...{ news: firstId(news), events: firstId(events) },
    },
    hasMembers: members.length > 0,
    name: member?.file.name,
    born: members.find((member) => isSeen(member) && member.file.birth_date !== undefined)?.slug,
    room: [group.accounts.showroom?.room_id, ...rooms].find(Boolean)?.toString(),
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
