import type { Group } from "../catalog/catalog.ts";
import { statusAt } from "../catalog/members.ts";
import { findByAddress } from "../catalog/phases.ts";
import { invalidParameter } from "../http/http_error.ts";
import type { NewsItem, ReleaseItem } from "../model/item/publications.ts";
import type { EventItem, SetlistItem, ShowItem } from "../model/item/occasions.ts";
import { setlistsOf } from "../routes/pages/catalog_group.ts";
import { searchGroups } from "../routes/resources/search.ts";
import type { FoundItem } from "../search/search.ts";
import { idOf, type Reading, timesOf, timesText } from "./reading.ts";
import { type CallResult, fitted, MAX_ITEMS, valueResult } from "./result.ts";

/** The longest piece of an article in a line, in UTF-16 code units. */
const SUMMARY = 120;

/** `search`: what names and titles find. */
export async function findItems(
  reading: Reading,
  { query }: { readonly query: string },
): Promise<CallResult> {
  const results = (await findAny(reading, query)).map((found) => {
    const group = reading.ctx.catalog.group(found.group)!;
    const { kind, id, title, matched, show } = found;
    const alias = title.includes(matched) ? "" : ` (${matched})`;
    return {
      id: idOf(group, kind, id),
      title: `${title}${alias}`,
      url: reading.urlOf(group, kind, id, title, show),
      text: lineOf(reading, group, found),
    };
  });
  return fitted(results, (shown) => valueResult({ results: shown }));
}

/** What has the words; if nothing has most of them, what has one of them. */
async function findAny(reading: Reading, query: string): Promise<readonly FoundItem[]> {
  const { ctx: { catalog, groups }, now } = reading;
  const find = async (text: string) => {
    const { found } = await searchGroups(catalog, groups, text, {
      kind: undefined,
      now,
      limit: MAX_ITEMS,
    });
    return found;
  };
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
function lineOf(reading: Reading, group: Group, { kind, id, show }: FoundItem): string {
  const of = `of ${group.name}`;
  switch (kind) {
    case "member": {
      const row = group.table("members").find((member) => member.id === id)!;
      const { generation, nicknames } = row;
      const called = nicknames.length > 0 ? ` Also called ${nicknames.join(", ")}.` : "";
      return `Member ${of}: ${statusAt(row, reading.now)}${
        generation === undefined ? "" : `, ${generation}`
      }.${called}`;
    }
    case "show": {
      const row = findByAddress(group.table("shows"), id)!;
      const { venue = "", state } = reading.read<Partial<ShowItem>>(row);
      return occasionLine(`Show ${of}`, timesText(timesOf(row, group.timezone)), venue, state);
    }
    case "event": {
      const row = findByAddress(group.table("events"), id)!;
      const { venue, state, type } = reading.read<EventItem>(row);
      return occasionLine(
        `Event ${of} (${type})`,
        timesText(timesOf(row, group.timezone)),
        venue,
        state,
      );
    }
    case "news": {
      const { date, content } = reading.read<NewsItem>(findByAddress(group.table("news"), id)!);
      return `Article ${of}, ${date}: ${shortened(content)}`;
    }
    case "release": {
      const row = group.table("releases").find((release) => release.id === id)!;
      const { type, release_date } = reading.read<ReleaseItem>(row);
      return `Release ${of}: ${type}${release_date === undefined ? "" : `, out ${release_date}`}`;
    }
    case "setlist": {
      const songs = setlistFields(reading, group, id)?.songs.length ?? 0;
      return `Setlist ${of}: ${songs} songs`;
    }
    case "song":
      return `Song ${of}${show === undefined ? "" : `, in the show ${idOf(group, "show", show)}`}`;
  }
}

function occasionLine(what: string, when: string, venue: string, state = "scheduled"): string {
  const place = venue === "" ? "" : `, ${venue}`;
  return `${what}: ${when}${place}${state === "scheduled" ? "" : `, ${state}`}`;
}

/** A setlist of a group, by its id. */
export function setlistFields(
  { ctx: { catalog } }: Reading,
  group: Group,
  id: string,
): SetlistItem | undefined {
  return setlistsOf(catalog, group).find((setlist) => setlist.id === id)?.fields;
}

/** The beginning of a text. */
export function shortened(text: string): string {
  return text.length <= SUMMARY ? text : `${text.slice(0, SUMMARY).replace(/\s+\S*$/, "")} …`;
}
