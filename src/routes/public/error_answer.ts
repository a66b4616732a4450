import type { Content } from "../../catalog/catalog.ts";
import type { HttpError } from "../../http/http_error.ts";
import { errorPage } from "../../page/error_page.ts";
import { PAGE_HEADERS } from "../../site/site_pack.ts";
import { Page } from "../route.ts";
import { homeSite } from "./home_site.ts";
import { pageAddress } from "./page_address.ts";
import { SEARCH_FORM } from "./home_search.ts";

/** The page by which a browser is refused outside the API. */
export function answerErrorPage(
  content: Pick<Content, "catalog" | "site">,
  { status, message, details: { after } }: HttpError,
  hasSearch: boolean,
): Page {
  const groups = content.catalog.groups.flatMap((group) => {
    const href = pageAddress(group);
    return href === undefined ? [] : [{ name: group.name, lang: group.language, href }];
  });
  const view = { status, message, requestId: after?.["request_id"], groups };
  const form = hasSearch ? SEARCH_FORM : undefined;
  return { text: errorPage(homeSite(content), form, view), headers: PAGE_HEADERS };
}
