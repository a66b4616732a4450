import type { ReleaseFile } from "../../src/model/content/publications.ts";
import type { ReleaseItem } from "../../src/model/item/publications.ts";
import type { Row } from "../../src/model/pack.ts";
import { readCivilDate } from "../../src/time/civil_date.ts";
import { dayStart } from "../../src/time/wall_clock.ts";
import { type Entry, entryKey } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import { nameTracks } from "../derive/names.ts";
import type { RenderContext } from "./context.ts";
import { openJson } from "./json.ts";
import { createPaging, type PagedTable } from "../emit/paged_table.ts";

interface Release {
  readonly entry: Entry<ReleaseFile>;
  readonly item: ReleaseItem;
  readonly from: number;
}

const pageReleases = createPaging<Release, Row>();

/** Renders releases, newest first; those without a date come last. */
export function renderReleases(context: RenderContext): PagedTable {
  const items = context.content.releases
    .map((entry) => ({ entry, item: releaseItem(entry, context), from: publishedFrom(entry.file) }))
    .sort((one, other) => compare(other.item.release_date, one.item.release_date));
  return pageReleases(context.pages, {
    items,
    idOf: ({ item: { id } }) => id,
    deps: [],
    name: "releases",
    keyOf: ({ entry }) => entryKey(entry),
    write: ({ item, from }, blob) => ({
      row: {
        id: item.id,
        open: blob.addPhases([{ from: -Infinity, json: openJson(item) }], from),
      },
    }),
  });
}

/** Epoch ms of the first instant of its day; NaN where that is unknown. */
export function releaseInstant({ release_date }: ReleaseFile, zone: string): number {
  return release_date === undefined ? NaN : dayStart(readCivilDate(release_date, zone), zone);
}

function compare(one = "", other = ""): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function releaseItem(
  entry: Entry<ReleaseFile>,
  context: RenderContext,
): ReleaseItem {
  const { slug, file } = entry;
  const people = nameTracks(entry, context);
  return {
    id: file.id ?? slug,
    title: file.title,
    type: file.type,
    number: file.number,
    release_date: file.release_date && readCivilDate(file.release_date, context.zone),
    cover: file.cover,
    tracks: file.tracks.map((track, place) => ({
      number: track.number ?? place + 1,
      title: track.title,
      original_title: track.original_title,
      members: people[place]!.map(({ name }) => name),
    })),
    label: file.label,
    links: file.links,
    description: file.description,
  };
}
