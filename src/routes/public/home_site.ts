import type { Content } from "../../catalog/catalog.ts";
import { licenceOf } from "../../model/licence.ts";
import type { HomeSite } from "../../page/search_page.ts";
import type { Site } from "../../site/site_pack.ts";

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
    base: addressOf(site, base_url),
    example: first === undefined ? "/v1/birthdays/upcoming" : `/api/${first.slug}/members`,
    licence: licence === undefined ? undefined : licenceOf(licence),
    attribution,
    groups: shown.map(({ name, language }) => ({ name, lang: language })),
  };
}

/** The address under which the service is reached, without a slash at its end. */
export function addressOf(site: Site, baseUrl: string): string {
  return (site.ownAddress() ?? baseUrl).replace(/\/$/, "");
}
