import sanitize from "sanitize-html";

/** Blocks of other sites' articles; without them their lines would run into each other. */
const DIVISIONS = ["section", "article", "header", "footer", "main", "aside", "address", "center"];

const CLEAN: sanitize.IOptions = {
  allowedTags: [
    ...["h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "br", "hr", "blockquote", "pre", "code"],
    ...["ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tfoot", "tr", "th", "td"],
    ...["a", "img", "figure", "figcaption", "strong", "b", "em", "i", "u", "s", "sub", "sup"],
  ],
  allowedAttributes: {
    a: ["href", "title"],
    img: ["src", "alt", "title"],
    td: ["align"],
    th: ["align"],
    ol: ["start"],
  },
  allowedSchemes: ["http", "https", "mailto"],
  allowedSchemesByTag: { img: ["http", "https"] },
  allowProtocolRelative: false,
  transformTags: Object.fromEntries(DIVISIONS.map((tag) => [tag, "div"])),
};

/** Leaves nothing of the HTML but what is allowed. */
export function cleanHtml(html: string): string {
  return sanitize(html, CLEAN);
}
