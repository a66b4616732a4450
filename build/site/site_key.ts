import type { PackIndex, Tables } from "../../src/model/pack.ts";

/**
 * Names what the site is rendered from: the index but for its places, and the items that examples lead
 * to. Equal keys, equal files.
 */
export function siteKey(index: PackIndex, tables: readonly Tables[]): string {
  const groups = index.groups.map((group, place) => ({
    ...group,
    ...{ tables: undefined, calendars: undefined, hashed: undefined },
    ...{ search: undefined, setlists: undefined },
    examples: exampleIds(tables[place]!),
  }));
  return JSON.stringify({ ...index, build: undefined, pages: undefined, groups });
}

function exampleIds({ members, shows, news, events }: Tables): (string | undefined)[] {
  const firsts = [members, shows, news, events].map((rows) =>
    rows.find(({ open }) => open[1] !== 0)?.id
  );
  const born = members.find(({ birthDate }) => birthDate !== undefined)?.id;
  return [members[0]?.id, born, ...firsts];
}
