import { parseDocument } from "yaml";
import { reconcile } from "./reconcile.ts";
import { stringifyDocument } from "./styled_node.ts";

/** Writes a whole text anew: comments and order stay, spacing may not. */
export function rewriteWhole(text: string, value: unknown): string {
  const document = parseDocument(text);
  document.contents = reconcile(document.contents, "", value) as typeof document.contents;
  return stringifyDocument(document);
}
