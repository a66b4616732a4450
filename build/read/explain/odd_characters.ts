import { type Document, isScalar, type ParsedNode } from "yaml";
import { oddIn } from "./odd_text.ts";
import { eachNode } from "./each_node.ts";
import type { YamlProblem } from "./yaml_problem.ts";

/** Texts of a document that contain something that no one types. Of each the first is reported. */
export function oddCharacters(document: Document, text: string): YamlProblem[] {
  const problems: YamlProblem[] = [];
  eachNode(document.contents as ParsedNode | null, 0, (node, _, isKey) => {
    if (!isScalar(node) || isKey) return true;
    const [start, end] = node.range;
    const written = text.slice(start, end);
    const isBlock = node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED";
    const odd = oddIn(written, isBlock);
    if (odd === undefined) return true;
    const fix = odd.mended === undefined
      ? undefined
      : { span: { start, end }, replacement: odd.mended };
    problems.push({ offset: start + odd.at, message: odd.message, fix });
    return true;
  });
  return problems;
}
