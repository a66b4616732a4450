import type { NewsFile } from "../schema/content/publications.ts";
import type { NewsRow } from "../../src/model/pack.ts";
import { articleInstant, articleTexts } from "../article/article_texts.ts";
import type { BuildCache } from "../cache/build_cache.ts";
import { derived } from "../cache/derived.ts";
import type { Entry } from "../check/content.ts";
import { publishedFrom } from "../derive/instants.ts";
import { addTable, type PagedTable, type TableKind } from "../emit/pages.ts";
import type { RenderContext } from "./context.ts";

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
