/** Words and signs of HTML that mean something; attributes are in double quotes. */
const MARKS =
  /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>&]*")*)( ?\/)?>|&(?:amp|lt|gt|quot|nbsp);|[<>&]/g;

/** Tags whose attributes are all taken away, and tags that are themselves. */
const KEPT = new Set(["strong", "b", "em", "i", "u", "s", "sub", "sup", "code"]);
const DROPPED = new Set(["span", "font"]);
const BLOCKS = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "blockquote", "pre"]);
const PLAIN_LINK = /^ href="https?:\/\/[\w./:~%?=#,+@!-]+"$/;

/** The number with which a list begins. */
const START = /^(?: start="\d{1,6}")?$/;

/** Entities that stay as they are, and characters that need none in a text. */
const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&amp;",
  "&lt;": "&lt;",
  "&gt;": "&gt;",
  "&quot;": '"',
  "&nbsp;": "\u00a0",
};

/**
 * What cleaning makes of HTML, where that is seen without taking it apart: every tag is closed in its
 * place, nothing in it closes another, and there are only paragraphs, lists, emphasis and links.
 * Undefined elsewhere.
 */
export function plainHtml(html: string): string | undefined {
  const open: string[] = [];
  let clean = "";
  let end = 0;
  for (const match of html.matchAll(MARKS)) {
    const made = ENTITIES[match[0]] ?? cleanTag(match, open);
    if (made === undefined) return undefined;
    clean += html.slice(end, match.index) + made;
    end = match.index + match[0].length;
  }
  return open.length === 0 ? clean + html.slice(end) : undefined;
}

/** Follows a tag on the way through those that are open; undefined where it is not plain. */
function cleanTag([, slash, name, attributes, isVoid]: RegExpExecArray, open: string[]) {
  if (name === undefined) return undefined;
  if (slash !== "") return attributes === "" && !isVoid ? closeTag(name, open) : undefined;
  if (name === "br") return "<br />";
  if (isVoid || !mayStandIn(name, open)) return undefined;
  open.push(name);
  if (name === "a") return PLAIN_LINK.test(attributes!) ? `<a${attributes}>` : undefined;
  if (name === "ol") return START.test(attributes!) ? `<ol${attributes}>` : undefined;
  return DROPPED.has(name) ? "" : `<${name}>`;
}

function closeTag(name: string, open: string[]): string | undefined {
  if (open.pop() !== name) return undefined;
  return DROPPED.has(name) ? "" : `</${name}>`;
}

/** Within others, blocks would close what is open; so would a link within a link. */
function mayStandIn(name: string, open: readonly string[]): boolean {
  const parent = open.at(-1);
  if (name === "li") return parent === "ul" || parent === "ol";
  if (BLOCKS.has(name)) return parent === undefined || parent === "li" || parent === "blockquote";
  if (name === "a") return !open.includes("a");
  return KEPT.has(name) || DROPPED.has(name);
}
