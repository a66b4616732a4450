import type { NetworkThrottle } from "../../access/limits/network_throttle.ts";
import { parseAddress } from "../../address/ip_address.ts";
import type { Content, Group } from "../../catalog/catalog.ts";
import { type Answer, createAnswer, type Freshness } from "../../http/answer.ts";
import { type HttpError, tooMany } from "../../http/http_error.ts";
import type { Row } from "../../model/pack.ts";
import {
  refusedSearchPage,
  type SearchForm,
  type SearchGlanceItem,
  searchPage,
} from "../../page/search_page.ts";
import {
  MAX_SEARCH_LENGTH,
  type SearchGroups,
  type SearchItem,
} from "../../core/search_service.ts";
import { PAGE_HEADERS } from "../../site/site_pack.ts";
import { dayWords } from "../../time/words.ts";
import type { AnswerContext } from "../answer_context.ts";
import { Page } from "../route.ts";
import { homeSite } from "./home_site.ts";
import { pageAddress } from "./page_address.ts";

const MAX_SHOWN = 20;

/** The form of a search, before anybody has searched. */
export const SEARCH_FORM: SearchForm = { maxLength: MAX_SEARCH_LENGTH };

/** The page by which a search is refused. */
export function refuseSearch(content: Pick<Content, "catalog" | "site">, refusal: HttpError): Page {
  const text = refusedSearchPage(homeSite(content), SEARCH_FORM, whyRefused(refusal));
  return { text, headers: PAGE_HEADERS };
}

/** Why a search is refused, to people. */
function whyRefused({ code, message }: HttpError): string {
  switch (code) {
    case "INVALID_PARAMETER":
      return `Write a word of a name or title, with up to ${MAX_SEARCH_LENGTH} characters.`;
    case "RATE_LIMITED":
      return "Too many searches have come from your network. Search again in a minute.";
    default:
      return `${message}. Try again in a moment.`;
  }
}

/**
 * Searches the groups that everybody may see, and shows what was found.
 *
 * @throws {HttpError} `RATE_LIMITED`
 */
export async function answerHomeSearch(
  ctx: AnswerContext,
  searchGroups: SearchGroups,
  text: string,
  searches: Pick<NetworkThrottle, "attempt">,
  address: string,
): Promise<Answer> {
  const { retryAfterMs } = searches.attempt(parseAddress(address));
  if (retryAfterMs > 0) throw tooMany(retryAfterMs);
  const { catalog, now } = ctx;
  const groups = catalog.groups.filter((group) => group.public !== "none");
  const options = { kind: undefined, now, limit: MAX_SHOWN };
  const { total, items: found, validUntil } = await searchGroups(catalog, groups, text, options);
  const items = found.map((item) => glanceOf(ctx, catalog.group(item.group)!, item));
  const page = searchPage(homeSite(ctx), { ...SEARCH_FORM, asked: text, total, found: items });
  return pageAnswer(page, { madeAt: now, validUntil });
}

/** How long clients and shared caches may keep the front page, in seconds. */
const MAX_AGE_S = 30;

/** Answers with a page for everybody. */
export function pageAnswer(page: string, holds: Freshness): Answer {
  return createAnswer(new TextEncoder().encode(page), { ...holds, maxAge: MAX_AGE_S }, {
    contentType: "text/html; charset=utf-8",
    forEverybody: true,
    headers: PAGE_HEADERS,
  });
}

/** The fields of an item that are texts. */
export type ItemTexts = Readonly<Record<string, string>>;

function glanceOf(
  ctx: AnswerContext,
  group: Group,
  { kind, id, title, matched, setlist }: SearchItem,
): SearchGlanceItem {
  const row = rowOf(group, kind, id);
  const { url = "", date = "" } = row === undefined ? {} : ctx.read<ItemTexts>(row);
  return {
    kind,
    title,
    lang: group.language,
    alias: title.includes(matched) ? undefined : matched,
    group: group.name,
    picture: kind === "member" ? pictureOf(group, id) : undefined,
    when: date === "" ? undefined : dayWords(date.slice(0, 10), group, ctx.now),
    url: pageAddress(group, { kind, id, setlist }) ?? (url || undefined),
  };
}

function pictureOf(group: Group, id: string): string | undefined {
  return group.table("members").find((member) => member.id === id)?.img;
}

/** The item's row, if it has a day or an address for everybody. */
function rowOf(group: Group, kind: SearchItem["kind"], id: string): Row | undefined {
  const tables = { show: "shows", news: "news", event: "events" } as const;
  if (!(kind === "show" || kind === "news" || kind === "event")) return undefined;
  const rows: readonly Row[] = group.table(tables[kind]);
  return rows.find((row) => row.id === id);
}
