import { stringify } from "yaml";
import type { GroupIndex, PackIndex } from "../../src/model/pack_index.ts";

/** The settings that the data is served with, as content files by their paths. */
export function exportSettings({ site, plans, groups }: PackIndex): Map<string, string> {
  return new Map([
    ["site.yaml", stringify(site)],
    ["plans.yaml", stringify(plans)],
    ...groups.map((group) => [`${group.slug}/group.yaml`, stringify(groupFileOf(group))] as const),
  ]);
}

/** What `group.yaml` says; what it implies for items is in the items. */
function groupFileOf(group: GroupIndex): Record<string, unknown> {
  const { aliases, profiles = {}, image, accounts } = group;
  return {
    name: group.name,
    family: group.family,
    timezone: group.timezone,
    language: group.language,
    leap_day: group.leapDay,
    shows_complete: group.showsComplete,
    public: group.public,
    ...(aliases.length > 0 && {
      aliases: aliases.map((name) =>
        Object.hasOwn(profiles, name) ? { name, as: profiles[name] } : name
      ),
    }),
    ...(image !== undefined && { image: pictureName(image) }),
    accounts,
  };
}

/** The path of a picture, as its group's content names the file. */
function pictureName(path: string): string {
  return path.replace(/^\/media\/[^/]+\/(.+)\.[0-9a-f]{32}(\.\w+)$/, "pictures/$1$2");
}
