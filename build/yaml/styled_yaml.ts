/**
 * This room writes YAML in the style of the content folder, and edits texts so that their comments stay.
 *
 * @module
 */

import { Document, isCollection, isScalar, type Node, Scalar, visit } from "yaml";

/** Times need quotes for readers of older YAML, which take `19:00` for a number of minutes. */
const CLOCK_TIME = /^\d{1,2}:\d{2}(:\d{2})?$/;

/** Lists of single words, which read best on one line. */
const ONE_LINE = new Set(["nicknames", "former_slugs", "aliases"]);

/** A new value of a field. */
export function styledNode(field: string, value: unknown): Node {
  const node = new Document().createNode(value) as Node;
  visit(node, {
    Scalar(_, scalar) {
      if (typeof scalar.value === "string" && CLOCK_TIME.test(scalar.value)) {
        scalar.type = Scalar.QUOTE_DOUBLE;
      }
    },
    Pair: (_, pair) => styleList(isScalar(pair.key) ? String(pair.key.value) : "", pair.value),
  });
  styleList(field, node);
  return node;
}

function styleList(field: string, node: unknown): void {
  if (ONE_LINE.has(field) && isCollection(node)) node.flow = true;
}

/** The text of a new file or of a new entry in a list, with a line break at its end. */
export function styledYaml(value: unknown): string {
  const document = new Document();
  document.contents = styledNode("", value) as typeof document.contents;
  return textOf(document);
}

/**
 * The text of a document. Long lines are left alone, as a break within a text is hard to edit. Within brackets
 * a text of several lines is put in quotes: without them its first line could read as a list or a field.
 */
export function textOf(document: Document, layout: object = {}): string {
  visit(document, {
    Collection: (_, list) => list.flow ? visit(list, { Scalar: quoteLines }) : undefined,
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false, ...layout });
}

function quoteLines(_: unknown, scalar: Scalar): void {
  if (typeof scalar.value === "string" && scalar.value.includes("\n")) {
    scalar.type = Scalar.QUOTE_DOUBLE;
  }
}
