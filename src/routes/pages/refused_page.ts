import type { Catalog, Group } from "../../catalog/catalog.ts";
import { errorDocument, type ErrorTexts } from "../../group_pages/document.ts";
import { publicPaths } from "../../group_pages/public_paths.ts";
import type { PageWords } from "../../group_pages/words/english.ts";
import { wordsOf } from "../../group_pages/words/words.ts";
import type { HttpError } from "../../http/http_error.ts";
import { PAGE_HEADERS } from "../../site/site_pack.ts";
import type { Page } from "../route.ts";

/** Explains to a browser, in the group's language, why there is no page. */
export function refusedPage(
  { index }: Catalog,
  refusal: HttpError,
  group: Group | undefined,
): Page {
  const words = wordsOf(group?.language ?? "en");
  const view = {
    words,
    paths: publicPaths(group?.slug ?? ""),
    groupName: group?.name ?? index.site.title,
    lang: group?.language ?? "en",
  };
  return {
    text: errorDocument(view, reasonOf(words, refusal), index.site),
    headers: PAGE_HEADERS,
  };
}

function reasonOf(words: PageWords, { code, message, details }: HttpError): ErrorTexts {
  switch (code) {
    case "GONE":
      return { title: words.goneTitle, text: words.gone };
    case "RATE_LIMITED":
      return { title: words.tooManyTitle, text: words.tooMany };
    case "INVALID_PARAMETER":
      return {
        title: words.refusedTitle,
        text: words.refused(details.after?.["hint"] ?? message),
      };
    default:
      return { title: words.nowhereTitle, text: words.nowhere };
  }
}
