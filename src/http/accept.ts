/** The header on which an answer depends that has a page for browsers and JSON for programs. */
export const VARY_BY_ACCEPT = ["vary", "Accept"] as const;

/**
 * Whether a request prefers a page to JSON (RFC 9110, 12.5.1): browsers name `text/html` with a higher
 * weight than what JSON falls under. Programs mostly name nothing, or take anything.
 */
export function prefersPage(headers: Headers): boolean {
  const header = headers.get("accept");
  if (header === null || !header.includes("text/html")) return false;
  const weights = new Map(header.toLowerCase().split(",").map(weightOf));
  const page = weights.get("text/html") ?? 0;
  const json = weights.get("application/json") ?? weights.get("application/*") ??
    weights.get("*/*") ?? 0;
  return page > json;
}

/** A type and its weight, such as `["text/html", 0.9]`; a weight that is no number is 0. */
function weightOf(item: string): [type: string, weight: number] {
  const [type = "", ...parameters] = item.split(";").map((part) => part.trim());
  const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return [type, q === undefined ? 1 : Number(q) || 0];
}
