import { HttpError, type HttpErrorDetails } from "../http/http_error.ts";
import { nearest } from "../toolbox/nearest.ts";
import type { RequestTarget } from "../http/request.ts";
import type { RouteMatch } from "./router.ts";

/** A parameter, or one with an ending behind it, such as `{group}.csv`. */
const PARAMETER = /^\{\w+\}(\.\w+)?$/;

/** The refusals of paths that their families do not have, by match. */
const known = new WeakMap<RouteMatch, HttpError>();

/** The refusal of a path that its family does not have; the hint names one that is nearly the same. */
export function noSuchPath(match: RouteMatch, target: RequestTarget): HttpError {
  let refusal = known.get(match);
  if (refusal === undefined) {
    refusal = Object.freeze(new HttpError("NOT_FOUND", detailsOf(match, target)));
    known.set(match, refusal);
  }
  return refusal;
}

/** To compare a path with all others takes 50 µs. */
function detailsOf({ family, group }: RouteMatch, { segments }: RequestTarget): HttpErrorDetails {
  const below = segments.slice(group === undefined ? 1 : 2);
  const paths = new Map(family.table.routes.map(({ path }) => [fitted(path, below), path]));
  const meant = nearest(below.join("/"), paths.keys());
  if (meant === undefined) return { isKept: true };
  return { after: { hint: `Did you mean ${paths.get(meant)}?` }, isKept: true };
}

/** A path with what was asked for in place of its parameter, so that this makes no difference. */
function fitted(path: string, below: readonly string[]): string {
  const segments = path.split("/");
  if (segments.length !== below.length) return path;
  return segments.map((segment, at) => fittedSegment(segment, below[at]!)).join("/");
}

/** The parameter is what is before the ending; the ending is compared. */
function fittedSegment(segment: string, asked: string): string {
  const [matches, ending] = PARAMETER.exec(segment) ?? [];
  if (matches === undefined) return segment;
  return ending === undefined ? asked : asked.replace(/(\.\w*)?$/, ending);
}
