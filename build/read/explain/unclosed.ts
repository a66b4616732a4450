import { type Document, isCollection, isScalar, type Node, visit } from "yaml";
import type { YamlProblem } from "./yaml_problem.ts";
import { say } from "../../words/say.ts";

/** Explains a quote that does not end: the parser notices at the end, and the editor looks where it begins. */
export function unclosedQuote(
  document: Document,
  text: string,
  end: number,
): YamlProblem | undefined {
  const opened = lastBefore(document, end, (node) => {
    const isQuoted = isScalar(node) && /^QUOTE/.test(node.type ?? "");
    return isQuoted && node.range?.[1] === end && !isEnded(text, node.range[0], end);
  });
  if (opened === undefined) return undefined;
  const message = say`Cannot read what begins here: its closing quote is missing`;
  return { offset: opened, message };
}

function isEnded(text: string, start: number, end: number): boolean {
  return end - start > 1 && text[end - 1] === text[start] && text[end - 2] !== "\\";
}

/** Explains a list or map in brackets that does not end. */
export function unclosedBracket(
  document: Document,
  text: string,
  end: number,
): YamlProblem | undefined {
  const opened = flowAround(document, end, (node) => {
    const [start, until] = node.range!;
    return text[until - 1] !== (text[start] === "{" ? "}" : "]");
  });
  if (opened === undefined) return undefined;
  const bracket = text[opened] === "{" ? "}" : "]";
  const message = say`Cannot read what begins here: its closing ${bracket} is missing`;
  return { offset: opened, message };
}

/** Where the innermost collection in brackets around a character begins. */
export function flowAround(
  document: Document,
  offset: number,
  fits: (node: Node) => boolean = () => true,
): number | undefined {
  return lastBefore(
    document,
    offset,
    (node) =>
      isCollection(node) && node.flow === true && offset <= (node.range?.[2] ?? 0) && fits(node),
  );
}

/** Where the last node begins that fits, and begins before a character. */
export function lastBefore(
  document: Document,
  end: number,
  fits: (node: Node) => boolean,
): number | undefined {
  let last: number | undefined;
  visit(document, {
    Node(_, node) {
      const start = node.range?.[0] ?? end;
      if (start < end && start >= (last ?? 0) && fits(node)) last = start;
    },
  });
  return last;
}
