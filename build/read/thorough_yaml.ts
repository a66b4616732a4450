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
  type TextEdit,
  warningAt,
} from "../diagnostic/diagnostic.ts";
import { oddTexts, repeatedFields, unfitNodes } from "./explain/plain_yaml.ts";
import { excessIn } from "./explain/yaml_limits.ts";
import { explainYaml } from "./explain/yaml_messages.ts";
import { withoutNulls } from "./blanks.ts";
import type { Origin, Parsed, ValuePath } from "./source.ts";

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

/** The values of a YAML text; undefined where it is broken. Every problem is reported. */
export function readThoroughly(
  text: string,
  { places, above }: Origin,
  report: ReportDiagnostic,
): Pick<Parsed, "value" | "blanks"> | undefined {
  const at = (offset: number) => places(above + offset);
  const excess = excessIn(text);
  if (excess !== undefined) {
    report(errorAt(at(excess.offset), excess.message));
    return undefined;
  }
  const document = parse(text);
  const broken = [
    ...explainYaml(document, text),
    ...repeatedFields(document, (offset) => at(offset).line),
  ];
  const all = broken.length > 0 ? broken : unfitNodes(document, text);
  for (const { offset, message, fix } of all.slice(0, MOST_PROBLEMS)) {
    report(errorAt(at(offset), message, fix && shifted(fix, above)));
  }
  if (all.length > 0) return undefined;
  for (const { offset, message, fix } of oddTexts(document, text)) {
    report(warningAt(at(offset), message, fix && shifted(fix, above)));
  }
  const blanks: ValuePath[] = [];
  return { value: withoutNulls(document.toJS(), [], blanks), blanks };
}

/** An edit of a text in the file that the text is a part of. */
function shifted({ span: { start, end }, replacement }: TextEdit, above: number): TextEdit {
  return { span: { start: start + above, end: end + above }, replacement };
}

/** Finds values in the text. It is parsed again for that, since few files are asked about. */
export function createFinder(
  text: string,
  { places, above }: Origin,
): Omit<Parsed, "value" | "blanks"> {
  let parsed: Document | undefined;
  const find = (path: ValuePath, what: "key" | "value") =>
    nodeAt(parsed ??= parse(text), path, what);
  return {
    locate(path, what = "value") {
      const way = path.map((_, depth) => path.slice(0, path.length - depth));
      const node = [...way, []].values()
        .map((part) => find(part, part.length === path.length ? what : "value"))
        .find((found) => found?.range);
      return places(above + (node?.range?.[0] ?? 0));
    },
    span(path, what = "value") {
      const [start, end] = find(path, what)?.range ?? [];
      if (start === undefined || end === undefined) return undefined;
      // What is not in brackets ends with its last line's end.
      const written = text.slice(start, end).trimEnd();
      // A comment behind the sign of a block would be lost.
      if (/^[>|].*#/.test(written)) return undefined;
      return { start: above + start, end: above + start + written.length };
    },
    written(path) {
      const node = find(path, "value");
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
