/** YAML by a parser that knows the whole language and the place of everything in it: `yaml`. */
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
import {
  curlyQuotes,
  cutComments,
  oddCharacters,
  repeatedFields,
  unfitNodes,
} from "./explain/plain_yaml.ts";
import { excessIn } from "./explain/yaml_limits.ts";
import { explainYaml } from "./explain/yaml_messages.ts";
import { withoutNulls } from "./blanks.ts";
import type { Parsed, ValuePath } from "./source.ts";

/** The parser compares each field with every other one to find those that are there twice. */
const OPTIONS = { prettyErrors: false, logLevel: "error", uniqueKeys: false } as const;

/** More than somebody corrects in one go; what is behind them is reported then. */
const MOST_PROBLEMS = 200;

/** Each mistake is an error object: where it was made in the parser, nobody asks, and finding out costs. */
function parse(text: string) {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return parseDocument(text, OPTIONS);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * The values of a YAML text; undefined where it is broken. Every problem is reported. `places` locates
 * offsets, and `above` characters of the file stand before the text.
 */
export function readThoroughly(
  text: string,
  places: (offset: number) => SourceLocation,
  above: number,
  report: ReportDiagnostic,
): Pick<Parsed, "value" | "blanks"> | undefined {
  const excess = excessIn(text);
  if (excess !== undefined) {
    report(errorAt(places(excess.offset), excess.message));
    return undefined;
  }
  const document = parse(text);
  const broken = [
    ...explainYaml(document, text),
    ...repeatedFields(document, (at) => places(at).line),
  ];
  const all = broken.length > 0 ? broken : unfitNodes(document, text);
  const problems = all.slice(0, MOST_PROBLEMS);
  for (const { offset, message, fix } of problems) {
    report(errorAt(places(offset), message, fix && shifted(fix, above)));
  }
  if (problems.length > 0) return undefined;
  const odd = [
    ...cutComments(document, text),
    ...curlyQuotes(document, text),
    ...oddCharacters(document, text),
  ];
  for (const { offset, message, fix } of odd) {
    report(warningAt(places(offset), message, fix && shifted(fix, above)));
  }
  const blanks: ValuePath[] = [];
  return { value: withoutNulls(document.toJS(), [], blanks), blanks };
}

/** An edit of a text in the file that the text is a part of. */
function shifted({ span: { start, end }, replacement }: TextEdit, above: number): TextEdit {
  return { span: { start: start + above, end: end + above }, replacement };
}

/** Finds values in a text by their paths. */
export interface DocumentFinder {
  /** Where a value, or its name, begins and ends; undefined where it is missing. */
  range(path: ValuePath, what: "key" | "value"): readonly [number, number] | undefined;
  /** A text (without its quotes), a number, or a list or fields on one line, as it is written. */
  written(path: ValuePath): string | undefined;
}

/** Parses a text to find values in it. */
export function findIn(text: string): DocumentFinder {
  const document = parse(text);
  return {
    range(path, what) {
      const [start, end] = nodeAt(document, path, what)?.range ?? [];
      if (start === undefined || end === undefined) return undefined;
      // What is not in brackets ends with its last line's end.
      return [start, start + text.slice(start, end).trimEnd().length];
    },
    written(path) {
      const node = nodeAt(document, path, "value");
      if (!isCollection(node)) return isScalar(node) ? node.source : undefined;
      const written = text.slice(...node.range!.slice(0, 2)).trimEnd();
      return written.includes("\n") ? undefined : written;
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
