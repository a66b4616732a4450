import type { Group } from "../catalog/catalog.ts";
import type { Content } from "../catalog/content.ts";
import type { Answer } from "../http/answer.ts";
import type { HttpError } from "../http/http_error.ts";
import type { StatusItem } from "../model/answer/service.ts";
import type { SearchKind } from "../model/pack.ts";
import type { Page } from "../routes/route.ts";

/** An item whose page is looked for. */
export interface ItemPlace {
  readonly kind: SearchKind;
  readonly id: string;
  /** Of a song: the id of the setlist that it leads to. */
  readonly setlist?: string | undefined;
}

/** The pages for everybody. */
export interface Pages {
  /**
   * The path of the page that a group, or an item of it, has; undefined if it has none: then names lead to
   * the addresses that content gives them.
   */
  addressOf(group: Pick<Group, "slug" | "public" | "table">, item?: ItemPlace): string | undefined;
  /** `/status` for a browser, at an instant (epoch ms). */
  status(content: Content, status: StatusItem, now: number): Answer;
  /** Why a browser gets nothing at a path that is outside the API. */
  refused(content: Pick<Content, "catalog" | "site">, refusal: HttpError): Page;
}
