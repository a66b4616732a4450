import type { Row } from "../../model/pack.ts";
import type { RouteContext } from "../route_context.ts";

/** The fields of an item that are texts, as its list says them at this instant. */
export function itemFields(ctx: RouteContext, row: Row): Record<string, string> {
  const decoder = new TextDecoder();
  const text = ctx.item(row).map((part) => typeof part === "string" ? part : decoder.decode(part));
  return JSON.parse(text.join(""));
}
