import { type Document, isAlias, isMap, isScalar, type ParsedNode } from "yaml";
import { eachNode } from "./each_node.ts";
import type { YamlProblem } from "./yaml_problem.ts";
import { phrase, say, translated } from "../../words/say.ts";

/** What is said of values that stand in several places, and all nodes of which nothing more is said. */
interface SharedValues {
  readonly problems: readonly YamlProblem[];
  readonly told: ReadonlySet<ParsedNode>;
}

const TAKEN_OVER = phrase`Cannot read the line: fields are not taken over from elsewhere here;
  write them out in the place of this line`;

/**
 * Finds values that are named (`&`) and meant again (`*`), and fields that are taken over (`<<`): each is
 * told once, where the value or the field is.
 */
export function sharedValues(document: Document, text: string): SharedValues {
  const problems: YamlProblem[] = [];
  const told = new Set<ParsedNode>();
  if (!text.includes("*")) return { problems, told };
  const names = new Set<string>();
  eachNode(document.contents as ParsedNode | null, 0, (node) => {
    if (isAlias(node)) {
      if (names.has(node.source)) told.add(node);
    } else if (node.anchor && text.includes(`*${node.anchor}`)) {
      const { anchor, range: [start] } = node;
      names.add(anchor);
      told.add(node);
      problems.push({ offset: text.lastIndexOf("&", start), message: valueNamed(anchor) });
    }
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        const isTakenOver = isScalar(key) && key.value === "<<" && isAlias(value);
        if (!isTakenOver || names.has(value.source)) continue;
        told.add(value as ParsedNode);
        problems.push({ offset: key.range[0], message: translated(TAKEN_OVER) });
      }
    }
    return true;
  });
  return { problems, told };
}

function valueNamed(anchor: string): string {
  return say`Cannot read the line: values have no names here; take &${anchor} out, and write the
    value itself in the place of each *${anchor}`;
}
