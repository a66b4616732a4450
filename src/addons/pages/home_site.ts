import type { Content } from "../../catalog/catalog.ts";
import { licenceOf } from "../../model/licence.ts";
import type { ServiceName } from "../../page/layout.ts";

/** What the front page says of the whole service. */
export interface HomeSite extends ServiceName {
  readonly contact: string;
  readonly isDemo: boolean;
  /** The service's address, without a slash at its end. */
  readonly base: string;
  /** The path of a request that has an answer here. */
  readonly example: string;
  /** On what terms the data may be used; undefined: the operators do not say it. */
  readonly licence: { readonly name: string; readonly address?: string } | undefined;
  readonly attribution: string | undefined;
  /** The groups that everybody may search. */
  readonly groups: readonly { readonly name: string; readonly language: string }[];
}

/** What public pages say of the whole service. */
export function homeSite(
  { catalog: { index, groups }, site }: Pick<Content, "catalog" | "site">,
): HomeSite {
  const { title, contact, base_url, licence, attribution, sunset } = index.site;
  const shown = groups.filter((group) => group.public !== "none");
  const [first] = shown;
  return {
    title,
    sunset,
    contact,
    isDemo: new URL(base_url).hostname.endsWith(".example"),
    base: (site.ownAddress() ?? base_url).replace(/\/$/, ""),
    example: first === undefined ? "/v1/birthdays/upcoming" : `/api/${first.slug}/members`,
    licence: licence === undefined ? undefined : licenceOf(licence),
    attribution,
    groups: shown,
  };
}
