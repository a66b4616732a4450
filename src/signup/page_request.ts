import type { BodyReader } from "../http/body.ts";
import type { ToHttpError } from "../http/http_error.ts";
import type { ParsedRequest, Query } from "../http/request.ts";
import type { Command } from "../admin/command/command.ts";
import { html } from "../page/html.ts";
import type { KeyWords } from "./words_en.ts";
import type { LinkKind } from "./links.ts";
import { buttonPage, KEY_PATHS, type KeyPage, outcomePage } from "./pages.ts";
import type { OwnerDeps } from "./service.ts";

/** What the pages work with. */
export interface KeyPagesDeps extends OwnerDeps {
  readonly bodies: BodyReader;
  readonly toHttpError: ToHttpError;
  /** The commands of operators, by one of which an owner's data are deleted. */
  commands(): Promise<readonly Command[]>;
}

/** A request for a page, with the words of its language. */
export interface PageRequest {
  readonly request: ParsedRequest;
  readonly words: KeyWords;
  /** Of a form; else those of the address. */
  readonly fields: Query;
}

/** A page, or a file to keep. */
export type Shown = KeyPage | { readonly file: Record<string, unknown> };

/** What answers visits, by path. */
export type PageTable = Readonly<Record<string, (visit: PageRequest) => Promise<Shown>>>;

/** The text of a field, without spaces around it; empty if it is not there. */
export function textOf({ fields }: PageRequest, name: string): string {
  return fields.get(name)?.[0]?.trim() ?? "";
}

/** The page of a link that does not work: it does not say why. */
export function badLink({ words }: PageRequest): KeyPage {
  return outcomePage(words.badLink, { status: 404, links: toManage(words) });
}

/** The page of what came of asking for a letter. */
export function askedPage(words: KeyWords, outcome: "asked" | "too_many"): KeyPage {
  return outcome === "asked"
    ? outcomePage(words.sent)
    : outcomePage(words.tooMany, { status: 429 });
}

/** Leads to the management of one's key. */
export function toManage({ manageAsk, language }: KeyWords) {
  return html`<p><a href="${`${KEY_PATHS.manage}?lang=${language}`}">${manageAsk.title}</a></p>`;
}

/** Where the buttons behind links lead. */
const BUTTONS = {
  signup: KEY_PATHS.confirm,
  manage: KEY_PATHS.open,
} as const;

/** The page with the button of a link. It does not show whether the link was used. */
export function behindButton(
  { links }: Pick<KeyPagesDeps, "links">,
  visit: PageRequest,
  kind: Exclude<LinkKind, "session">,
): KeyPage {
  const { words } = visit;
  const link = textOf(visit, "link");
  if (links.open(kind, link) === undefined) return badLink(visit);
  const says = { signup: words.confirm, manage: words.manageOpen }[kind];
  return buttonPage(words, says, { action: BUTTONS[kind], link });
}

/** A request that a caller can try a key with. */
export function requestOf({ baseUrl }: Pick<OwnerDeps, "baseUrl">, secret: string): string {
  return `curl -H "x-api-key: ${secret}" ${baseUrl()}/v1/key`;
}
