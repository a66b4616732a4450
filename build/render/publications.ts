import type { ReleaseFile } from "../schema/content/publications.ts";
import type { ReleaseItem } from "../../src/model/item/publications.ts";
import type { NewsRow, ReleaseRow } from "../../src/model/pack.ts";
import type { Entry } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import { resolvePeople } from "../derive/people.ts";
import { pictureSize } from "../picture/resolve_pictures.ts";
import { type RenderContext, textOf } from "./context.ts";
import { formerSlugs, openJson } from "./json.ts";
import { writeTable, type WrittenTable } from "./table.ts";
import { compareTexts } from "../../src/toolbox/compare_texts.ts";
import { articleInstant, renderArticle } from "../article/article_texts.ts";

/** Renders releases, newest first; those without a date come last. */
export function renderReleases(context: RenderContext): WrittenTable {
  const { bodies, content } = context;
  const releases = content.releases.map((entry) => ({ entry, item: releaseItem(entry, context) }))
    .sort((one, other) => compareTexts(other.item.release_date ?? "", one.item.release_date ?? ""));
  return writeTable(context, releases, {
    name: "releases",
    idOf: ({ item: { id } }) => id,
    madeOf: ({ item }) => JSON.stringify(item),
    tell: ({ item }) => openJson(item),
    write: ({ entry: { slug, file }, item: { id } }, json) => ({
      row: {
        id,
        ...(slug !== id && { slug }),
        ...formerSlugs(file),
        open: bodies.addPhases([{ from: -Infinity, json }], publishedFrom(file)),
      } satisfies ReleaseRow,
    }),
  });
}

function releaseItem(entry: Entry<ReleaseFile>, context: RenderContext): ReleaseItem {
  const { slug, file, source } = entry;
  return {
    id: file.id ?? slug,
    title: file.title,
    type: file.type,
    number: file.number,
    release_date: file.release_date,
    cover: file.cover,
    tracks: file.tracks.map(({ number, title, original_title, members }, place) => ({
      number: number ?? place + 1,
      title,
      original_title,
      members: resolvePeople(members, source, ["tracks", place, "members"], context)
        .map(({ name }) => name),
    })),
    label: file.label,
    links: file.links,
    description: file.description,
    ...pictureSize("cover", file.cover, entry),
  };
}

/** Renders news, newest first; what was published together is ordered by file name, last first. */
export function renderNews(context: RenderContext): WrittenTable {
  const { bodies, content: { news, group: { timezone: zone } } } = context;
  const articles = news.map((entry) => ({ entry, at: articleInstant(entry.file, zone) }))
    .sort((one, other) => other.at - one.at || compareTexts(other.entry.slug, one.entry.slug))
    .map(({ entry }) => entry);
  return writeTable(context, articles, {
    name: "news",
    idOf: ({ slug, file }) => file.id ?? slug,
    madeOf: (entry) => textOf(entry),
    tell: (entry) => renderArticle(entry, zone),
    write({ slug, file }, { open, detail }) {
      const phases = (json: string) =>
        bodies.addPhases([{ from: -Infinity, json }], publishedFrom(file));
      return {
        row: {
          id: file.id ?? slug,
          slug,
          formerSlugs: file.former_slugs,
          open: phases(open),
          detail: phases(detail),
        } satisfies NewsRow,
      };
    },
  });
}
