import { HttpError } from "../http/http_error.ts";
import { nearest } from "../toolbox/nearest.ts";
import type { RequestContext } from "./request_context.ts";

const PARAMETER = /^\{\w+\}$/;

/** The refusal of a path that its family does not have; the hint names one that is nearly the same. */
export function noSuchPath({ request, matched: { family, group } }: RequestContext): HttpError {
  const below = request.target.segments.slice(group === undefined ? 1 : 2);
  const asked = below.join("/");
  const spelled = new Map(family.table.routes.map(({ path }) => [fitted(path, below), path]));
  const meant = nearest(asked, spelled.keys());
  if (meant === undefined) return new HttpError("NOT_FOUND");
  return new HttpError("NOT_FOUND", { after: { hint: `Did you mean ${spelled.get(meant)}?` } });
}

/** A path with what was asked for in place of its parameter, so that this makes no difference. */
function fitted(path: string, below: readonly string[]): string {
  const segments = path.split("/");
  if (segments.length !== below.length) return path;
  return segments.map((segment, at) => PARAMETER.test(segment) ? below[at]! : segment).join("/");
}
