import type { NewsFile, ReleaseFile } from "../schema/content/publications.ts";
import type { ReleaseItem } from "../../src/model/item/publications.ts";
import type { NewsRow, ReleaseRow } from "../../src/model/pack.ts";
import { derived } from "../cache/derived.ts";
import type { Entry } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import { nameTracks } from "../derive/names.ts";
import type { Roster } from "../derive/roster.ts";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { pictureSize } from "../picture/resolve_pictures.ts";
import type { RenderContext } from "./context.ts";
import { formerSlugs, openJson } from "./json.ts";
import { addTable, type PagedTable, type TableKind } from "../emit/pages.ts";
import { compareTexts } from "../../src/toolbox/compare_texts.ts";
import { articleInstant, articleTexts } from "../article/article_texts.ts";
import type { BuildCache } from "../cache/build_cache.ts";

interface Release {
  readonly slug: string;
  readonly former: ReturnType<typeof formerSlugs>;
  readonly item: ReleaseItem;
  /** From when on it is there, epoch ms. */
  readonly from: number;
}

const RELEASES: TableKind<Release, ReleaseRow> = {
  name: "releases",
  idOf: ({ item: { id } }) => id,
  write: ({ slug, former, item, from }, blob) => ({
    row: {
      id: item.id,
      ...(slug !== item.id && { slug }),
      ...former,
      open: blob.addPhases([{ from: -Infinity, json: openJson(item) }], from),
    },
  }),
};

/** Renders releases, newest first; those without a date come last. */
export function renderReleases(context: RenderContext): PagedTable {
  const { pages, roster, report, content: { releases } } = context;
  const items = releases
    .map((entry) => derived(entry, [roster], resolveRelease, report))
    .sort((one, other) => compareTexts(other.item.release_date ?? "", one.item.release_date ?? ""));
  return addTable(pages, items, RELEASES);
}

function resolveRelease(
  entry: Entry<ReleaseFile>,
  roster: Roster,
  report: ReportDiagnostic,
): Release {
  const { slug, file } = entry;
  const people = nameTracks(entry, { roster, report });
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
export function renderNews({ pages, cache, content: { news, group } }: RenderContext): PagedTable {
  const articles = news.map((entry) => derived(entry, [group.timezone], resolveArticle)).sort(
    (one, other) => other.at - one.at || (one.entry.slug < other.entry.slug ? 1 : -1),
  );
  return addTable(pages, articles, newsKind(cache));
}

function resolveArticle(entry: Entry<NewsFile>, zone: string): Article {
  return { entry, zone, at: articleInstant(entry.file, zone) };
}

/** What is in the cache is what would be rendered. */
function newsKind(cache: BuildCache): TableKind<Article, NewsRow> {
  return {
    name: "news",
    idOf: ({ entry: { slug, file } }) => file.id ?? slug,
    write({ entry, zone }, blob) {
      const { slug, file } = entry;
      const texts = articleTexts(entry, zone, cache);
      const phases = (json: string) =>
        blob.addPhases([{ from: -Infinity, json }], publishedFrom(file));
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
}
