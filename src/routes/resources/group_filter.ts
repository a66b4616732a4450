import type { Group } from "../../catalog/catalog.ts";
import { HttpError, invalidParameter } from "../../http/http_error.ts";
import { anyText } from "../../http/parameter.ts";
import type { RouteContext } from "../route_context.ts";

/** `group=`: one of the groups of the content. Which they are, the document fills in. */
export const GROUP = {
  ...anyText("a group's name in the address"),
  schema: { type: "string", format: "group" },
};

/** The groups that are asked for. @throws {HttpError} where there is none, or the caller may not read it */
export function groupsAsked(ctx: RouteContext, segment: string | undefined): readonly Group[] {
  if (segment === undefined) return ctx.groups;
  const group = ctx.catalog.group(segment);
  if (group === undefined) {
    const names = ctx.catalog.groups.map((known) => known.slug).join(", ");
    throw invalidParameter("group", `one of ${names}`);
  }
  if (!ctx.groups.includes(group)) throw new HttpError("INVALID_CREDENTIALS");
  return [group];
}
