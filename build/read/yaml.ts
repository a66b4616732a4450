import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  type Node,
  parseDocument,
} from "yaml";
import {
  errorAt,
  type ReportDiagnostic,
  type SourceLocation,
  type TextEdit,
  warningAt,
} from "../diagnostic/diagnostic.ts";
import { explainYaml } from "./explain/explain_yaml.ts";
import { excessIn } from "./explain/excess.ts";
import { locateFast } from "./fast/locate_fast.ts";
import { UNSURE } from "./fast/scalar_value.ts";
import { readFast } from "./fast/read_fast.ts";
import { curlyQuotes, cutComments, repeatedFields, unfitNodes } from "./explain/plain_yaml.ts";
import type { Parsed, ValuePath } from "./source.ts";

/** Where a YAML text begins in its file: front matter starts below its first line. */
export interface Origin {
  readonly file: string;
  readonly firstLine: number;
  /** How many characters of the file stand above the text. */
  readonly above: number;
}

/** The parser compares each field with every other one to find those that are there twice. */
const OPTIONS = { prettyErrors: false, logLevel: "error", uniqueKeys: false } as const;

/**
 * Parses YAML 1.2 (dates and times stay text). Fields without a value are left out: unknown is not
 * a value. Returns undefined where the text is broken; every problem is reported.
 */
export function parseYaml(
  text: string,
  origin: Origin,
  report: ReportDiagnostic,
): Parsed | undefined {
  const fast = readFast(text);
  if (fast === UNSURE) return parseThoroughly(text, origin, report);
  const places = placesIn(text, origin);
  const find = createFinder(text, places, origin.above, (path) => locateFast(text, path));
  return { value: fast, ...find };
}

/** Parses with a parser that knows the whole language and the place of everything in it. */
export function parseThoroughly(
  text: string,
  origin: Origin,
  report: ReportDiagnostic,
): Parsed | undefined {
  const places = placesIn(text, origin);
  const excess = excessIn(text);
  if (excess !== undefined) {
    report(errorAt(places(excess.offset), excess.message));
    return undefined;
  }
  const document = parseDocument(text, OPTIONS);
  const broken = [...explainYaml(document, text), ...repeatedFields(document)];
  const problems = broken.length > 0 ? broken : unfitNodes(document, text);
  for (const { offset, message, fix } of problems) {
    report(errorAt(places(offset), message, fix && shifted(fix, origin.above)));
  }
  if (problems.length > 0) return undefined;
  for (
    const { offset, message } of [...cutComments(document, text), ...curlyQuotes(document, text)]
  ) {
    report(warningAt(places(offset), message));
  }
  return { value: withoutNulls(document.toJS()), ...createFinder(text, places, origin.above) };
}

/** An edit of a text in the file that the text is a part of. */
function shifted({ span: { start, end }, replacement }: TextEdit, above: number): TextEdit {
  return { span: { start: start + above, end: end + above }, replacement };
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const known = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(known.map(([name, inner]) => [name, withoutNulls(inner)]));
}

/**
 * Finds values in the text, where `fast` knows no place. It is parsed again for that, since few files
 * are asked about.
 */
function createFinder(
  text: string,
  places: (offset: number) => SourceLocation,
  above: number,
  fast: (path: ValuePath) => number | undefined = () => undefined,
): Omit<Parsed, "value"> {
  let parsed: Document | undefined;
  const document = () => parsed ??= parseDocument(text, OPTIONS);
  return {
    locate(path, what = "value") {
      const known = what === "value" ? fast(path) : undefined;
      if (known !== undefined) return places(known);
      for (let depth = path.length; depth >= 0; depth--) {
        const kind = depth === path.length ? what : "value";
        const node = nodeAt(document(), path.slice(0, depth), kind);
        if (node?.range) return places(node.range[0]);
      }
      return places(0);
    },
    span(path, what = "value") {
      const [start, end] = nodeAt(document(), path, what)?.range ?? [];
      if (start === undefined || end === undefined) return undefined;
      return { start: above + start, end: above + end };
    },
    written(path) {
      const node = nodeAt(document(), path, "value");
      if (!isCollection(node)) return isScalar(node) ? node.source : undefined;
      const inBrackets = node.flow === true ? text.slice(...node.range!.slice(0, 2)) : "\n";
      return inBrackets.includes("\n") ? undefined : inBrackets;
    },
  };
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

/** Turns offsets into lines and columns; the text is cut into lines when first asked. */
export function placesIn(
  text: string,
  { file, firstLine }: Omit<Origin, "above">,
): (offset: number) => SourceLocation {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    const line = lastAtMost(starts, offset);
    const start = starts[line]!;
    const shown = text.slice(start, (starts[line + 1] ?? text.length + 1) - 1).replace(/\r$/, "");
    const column = Math.min(offset - start, shown.length) + 1;
    return { file, line: line + firstLine, column, text: shown };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The place of the last of some rising numbers that is not above `value`; halves what is left. */
function lastAtMost(rising: readonly number[], value: number): number {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (rising[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
