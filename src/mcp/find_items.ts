import type { Group } from "../catalog/catalog.ts";
import { statusAt, statusUntil } from "../catalog/members.ts";
import { findByAddress } from "../catalog/phases.ts";
import { invalidParameter } from "../http/http_error.ts";
import type { NewsItem, ReleaseItem } from "../model/item/publications.ts";
import type { EventItem, ShowItem } from "../model/item/occasions.ts";
import type { SetlistItem } from "../model/item/setlists.ts";
import { setlistsOf } from "../routes/pages/catalog_group.ts";
import type { FoundItem } from "../search/search.ts";
import { idOf, type Lookup, timesOf, timesText } from "./lookup.ts";
import { type CallResult, fitted, MAX_ITEMS, valueResult } from "./result.ts";

/** The longest piece of an article in a line, in UTF-16 code units. */
const SUMMARY = 120;

/** `search`: what names and titles find. */
export async function findItems(
  lookup: Lookup,
  { query }: { readonly query: string },
): Promise<CallResult> {
  const results = (await findAny(lookup, query)).map((found) => {
    const group = lookup.ctx.catalog.group(found.group)!;
    const { kind, id, title, matched } = found;
    const alias = title.includes(matched) ? "" : ` (${matched})`;
    return {
      id: idOf(group, kind, id),
      title: `${title}${alias}`,
      url: lookup.urlOf(group, found),
      text: lineOf(lookup, group, found),
    };
  });
  return fitted(results, (shown) => valueResult({ results: shown }));
}

/** What has the words; if nothing has most of them, what has one of them. */
async function findAny(lookup: Lookup, query: string): Promise<readonly FoundItem[]> {
  const { groups } = lookup.ctx;
  const find = (text: string) => lookup.search(groups, text, { kind: undefined, limit: MAX_ITEMS });
  const found = await find(query);
  if (found.length > 0) return found;
  const words = query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (words.length === 0) throw invalidParameter("query", "words of a name or title");
  if (words.length === 1) return found;
  const byWord: FoundItem[] = [];
  for (const word of words.slice(0, MAX_WORDS)) {
    byWord.push(...(await find(word)).slice(0, OF_WORD));
  }
  return [
    ...new Map(byWord.map((item) => [`${item.group}/${item.kind}/${item.id}`, item])).values(),
  ];
}

/** How many words of a text are looked for alone, and how many items one of them brings. */
const MAX_WORDS = 6;
const OF_WORD = 3;

/** What an item is, in a line. */
function lineOf(lookup: Lookup, group: Group, { kind, id, setlist }: FoundItem): string {
  const of = `of ${group.name}`;
  switch (kind) {
    case "member": {
      const row = group.table("members").find((member) => member.id === id)!;
      const { generation, nicknames } = row;
      lookup.holdUntil(statusUntil(row, lookup.now));
      const called = nicknames.length > 0 ? ` Also called ${nicknames.join(", ")}.` : "";
      return `Member ${of}: ${statusAt(row, lookup.now)}${
        generation === undefined ? "" : `, ${generation}`
      }.${called}`;
    }
    case "show": {
      const row = findByAddress(group.table("shows"), id)!;
      const { venue = "", state } = lookup.read<Partial<ShowItem>>(row);
      return occasionLine(`Show ${of}`, timesText(timesOf(row, group.timezone)), venue, state);
    }
    case "event": {
      const row = findByAddress(group.table("events"), id)!;
      const { venue, state, type } = lookup.read<EventItem>(row);
      return occasionLine(
        `Event ${of} (${type})`,
        timesText(timesOf(row, group.timezone)),
        venue,
        state,
      );
    }
    case "news": {
      const { date, content } = lookup.read<NewsItem>(findByAddress(group.table("news"), id)!);
      return `Article ${of}, ${date}: ${shortened(content)}`;
    }
    case "release": {
      const row = group.table("releases").find((release) => release.id === id)!;
      const { type, release_date } = lookup.read<ReleaseItem>(row);
      return `Release ${of}: ${type}${release_date === undefined ? "" : `, out ${release_date}`}`;
    }
    case "setlist": {
      const songs = setlistFields(lookup, group, id)?.songs.length ?? 0;
      return `Setlist ${of}: ${songs} songs`;
    }
    case "song": {
      const name = setlist && setlistFields(lookup, group, setlist)?.name;
      return `Song ${of}${name === undefined ? "" : `, in the setlist ${name}`}`;
    }
  }
}

function occasionLine(what: string, when: string, venue: string, state = "scheduled"): string {
  const place = venue === "" ? "" : `, ${venue}`;
  return `${what}: ${when}${place}${state === "scheduled" ? "" : `, ${state}`}`;
}

/** A setlist of a group, by its id. */
export function setlistFields(
  { ctx: { catalog } }: Lookup,
  group: Group,
  id: string,
): SetlistItem | undefined {
  return setlistsOf(catalog, group).find((setlist) => setlist.id === id)?.fields;
}

/** The beginning of a text, on one line: nothing in it passes for a line of its own. */
export function shortened(text: string): string {
  const line = text.slice(0, 2 * SUMMARY).replaceAll(/\s+/g, " ").trim();
  return line.length <= SUMMARY ? line : `${line.slice(0, SUMMARY).replace(/\s+\S*$/, "")} …`;
}
