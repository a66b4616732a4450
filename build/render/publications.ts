import type { NewsFile, ReleaseFile } from "../schema/content/publications.ts";
import type { ReleaseItem } from "../../src/model/item/publications.ts";
import type { NewsRow, ReleaseRow } from "../../src/model/pack.ts";
import type { Entry } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import { type Naming, resolvePeople } from "../derive/people.ts";
import { pictureSize } from "../picture/resolve_pictures.ts";
import { type RenderContext, textOf } from "./context.ts";
import { formerSlugs, openJson } from "./json.ts";
import { type TableKind, writeTable, type WrittenTable } from "./table.ts";
import { compareTexts } from "../../src/toolbox/compare_texts.ts";
import { articleInstant, renderArticle } from "../article/article_texts.ts";

interface Release {
  readonly slug: string;
  readonly former: ReturnType<typeof formerSlugs>;
  readonly item: ReleaseItem;
  /** From when on it is there, epoch ms. */
  readonly from: number;
}

const RELEASES: TableKind<Release, string, ReleaseRow> = {
  name: "releases",
  idOf: ({ item: { id } }) => id,
  madeOf: (release) => JSON.stringify(release),
  tell: ({ item }) => openJson(item),
  write: ({ slug, former, item: { id }, from }, json, bodies) => ({
    row: {
      id,
      ...(slug !== id && { slug }),
      ...former,
      open: bodies.addPhases([{ from: -Infinity, json }], from),
    },
  }),
};

/** Renders releases, newest first; those without a date come last. */
export function renderReleases(context: RenderContext): WrittenTable {
  const items = context.content.releases
    .map((entry) => resolveRelease(entry, context))
    .sort((one, other) => compareTexts(other.item.release_date ?? "", one.item.release_date ?? ""));
  return writeTable(items, RELEASES, context);
}

function resolveRelease(entry: Entry<ReleaseFile>, naming: Naming): Release {
  const { slug, file, source } = entry;
  const people = file.tracks.map(({ members }, place) =>
    resolvePeople(members, source, ["tracks", place, "members"], naming)
  );
  const item: ReleaseItem = {
    id: file.id ?? slug,
    title: file.title,
    type: file.type,
    number: file.number,
    release_date: file.release_date,
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
    ...pictureSize("cover", file.cover, entry),
  };
  return { slug, former: formerSlugs(file), item, from: publishedFrom(file) };
}

/** An article, and when it came out. */
interface Article {
  readonly entry: Entry<NewsFile>;
  readonly zone: string;
  /** Epoch ms. */
  readonly at: number;
}

/** Renders news, newest first; what was published together is ordered by file name, last first. */
export function renderNews(context: RenderContext): WrittenTable {
  const { news, group: { timezone: zone } } = context.content;
  const articles = news.map((entry): Article => ({
    entry,
    zone,
    at: articleInstant(entry.file, zone),
  }))
    .sort((one, other) => other.at - one.at || (one.entry.slug < other.entry.slug ? 1 : -1));
  return writeTable(articles, NEWS, context);
}

const NEWS: TableKind<Article, ReturnType<typeof renderArticle>, NewsRow> = {
  name: "news",
  idOf: ({ entry: { slug, file } }) => file.id ?? slug,
  madeOf: ({ entry }) => textOf(entry),
  tell: ({ entry, zone }) => renderArticle(entry, zone),
  write({ entry: { slug, file } }, texts, bodies) {
    const phases = (json: string) =>
      bodies.addPhases([{ from: -Infinity, json }], publishedFrom(file));
    return {
      row: {
        id: file.id ?? slug,
        slug,
        formerSlugs: file.former_slugs,
        open: phases(texts.open),
        detail: phases(texts.detail),
      },
    };
  },
};
