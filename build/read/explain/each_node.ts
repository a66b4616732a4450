import { isCollection, isPair, type ParsedNode } from "yaml";

/** Visits a tree from the top; `visit` returns whether to go on below a node. */
export function eachNode(
  node: ParsedNode | null,
  depth: number,
  visit: (node: ParsedNode, depth: number, isKey: boolean) => boolean,
  isKey = false,
): void {
  if (node === null || !visit(node, depth, isKey) || !isCollection(node)) return;
  for (const item of node.items) {
    if (!isPair(item)) eachNode(item as ParsedNode, depth + 1, visit);
    else {
      eachNode(item.key as ParsedNode | null, depth + 1, visit, true);
      eachNode(item.value as ParsedNode | null, depth + 1, visit);
    }
  }
}
