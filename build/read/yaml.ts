import { isMap, isNode, LineCounter, parseDocument } from "yaml";
import type { Document, Node, YAMLError } from "yaml";
import { errorAt, type Place, type Report } from "../diagnostic/diagnostic.ts";
import type { Parsed, ValuePath } from "./source.ts";

/** Where a YAML text begins in its file: front matter starts below its first line. */
export interface Origin {
  readonly file: string;
  readonly firstLine: number;
}

/**
 * Parses YAML 1.2 (dates and times stay text). Fields without a value are left out: unknown is not
 * a value. Returns undefined where the text is broken; every problem is reported.
 */
export function parseYaml(text: string, origin: Origin, report: Report): Parsed | undefined {
  const document = parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0) {
    const places = placesIn(text, origin);
    for (const error of document.errors) report(errorAt(places(error.pos[0]), explain(error)));
    return undefined;
  }
  return {
    value: withoutNulls(toValue(document)),
    locate: (path, what) => locate(text, origin, path, what),
  };
}

function toValue(document: Document): unknown {
  return document.toJS({ maxAliasCount: 100 });
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const known = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(known.map(([name, inner]) => [name, withoutNulls(inner)]));
}

/** Places are asked for rarely, so the text is parsed again then, and no tree is kept. */
function locate(
  text: string,
  origin: Origin,
  path: ValuePath,
  what: "key" | "value" = "value",
): Place {
  const document = parseDocument(text, { prettyErrors: false });
  const places = placesIn(text, origin);
  for (let depth = path.length; depth >= 0; depth--) {
    const node = nodeAt(document, path.slice(0, depth), depth === path.length ? what : "value");
    if (node?.range) return places(node.range[0]);
  }
  return places(0);
}

function nodeAt(document: Document, path: ValuePath, what: "key" | "value"): Node | undefined {
  if (what === "key") {
    const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
    const pair = isMap(parent)
      ? parent.items.find((item) => String(item.key) === path.at(-1))
      : undefined;
    return isNode(pair?.key) ? pair.key : undefined;
  }
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  return isNode(node) ? node : undefined;
}

function placesIn(text: string, { file, firstLine }: Origin): (offset: number) => Place {
  const counter = new LineCounter();
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    counter.addNewLine(at + 1);
  }
  counter.lineStarts.unshift(0);
  const lines = text.split(/\r?\n/);
  return (offset) => {
    const { line, col } = counter.linePos(Math.min(offset, text.length));
    const shown = lines[line - 1];
    return {
      file,
      line: line + firstLine - 1,
      column: col,
      ...(shown !== undefined && { text: shown }),
    };
  };
}

const WORDS: Partial<Record<YAMLError["code"], string>> = {
  TAB_AS_INDENT: "Cannot read the line: it is indented with a tab; use spaces",
  DUPLICATE_KEY: "Cannot read the file: this field stands here twice; keep one of them",
  BAD_INDENT: "Cannot read the line: it is not indented like its neighbours",
  MULTILINE_IMPLICIT_KEY:
    "Cannot read the line: a colon is missing here, or the text above needs quotes around it",
  MISSING_CHAR: "Cannot read the line: a quote, bracket or comma is missing",
  BAD_ALIAS: "Cannot read the line: text that starts with * or & needs quotes around it",
  BLOCK_AS_IMPLICIT_KEY:
    "Cannot read the line: text that holds a colon followed by a space needs quotes around it",
};

function explain({ code, message }: YAMLError): string {
  return WORDS[code] ?? `Cannot read the file: ${message.replace(/\.$/, "")}`;
}
