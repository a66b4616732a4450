import { absoluteAddress, type FeedArticle, type FeedHead, feedInstant } from "./articles.ts";

/** Writes an Atom feed (RFC 4287). */
export function atomFeed(head: FeedHead, articles: readonly FeedArticle[]): string {
  const modifiedAt = Math.max(0, ...articles.map((article) => article.modifiedAt));
  return [
    '<?xml version="1.0" encoding="utf-8"?>\n',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(head.language)}"`,
    ` xml:base="${escapeXml(head.home)}">`,
    element("id", head.uri),
    element("title", head.title),
    element("updated", feedInstant(modifiedAt)),
    `<author>${element("name", head.author)}</author>`,
    link("self", "application/atom+xml", head.address),
    link("alternate", "text/html", head.home),
    ...articles.map(entry),
    "</feed>\n",
  ].join("");
}

/** An article without an address of its own has its content (RFC 4287, 4.1.2). */
function entry(article: FeedArticle): string {
  const { uri, title, modifiedAt, published_at, url, summary, content, category } = article;
  const address = absoluteAddress(url);
  return [
    "<entry>",
    element("id", uri),
    element("title", title),
    element("updated", feedInstant(modifiedAt)),
    element("published", published_at),
    address === undefined ? "" : link("alternate", "text/html", address),
    category === undefined ? "" : `<category term="${escapeXml(category)}"/>`,
    summary === "" ? "" : element("summary", summary),
    `<content type="html">${escapeXml(content)}</content>`,
    "</entry>",
  ].join("");
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function link(relation: string, mediaType: string, address: string): string {
  return `<link rel="${relation}" type="${mediaType}" href="${escapeXml(address)}"/>`;
}

/** What XML has signs for; characters that it cannot hold (XML 1.0, 2.2) are left out. */
function escapeXml(text: string): string {
  return text.toWellFormed()
    // deno-lint-ignore no-control-regex
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "")
    .replace(/[&<>"\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
