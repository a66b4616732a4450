import { HttpError, type HttpErrorDetails } from "../http/http_error.ts";
import { nearest } from "../toolbox/nearest.ts";
import type { RoutedRequest } from "./request_context.ts";
import type { RouteMatch } from "./router.ts";

/** A parameter, or one with an ending behind it, such as `{group}.csv`. */
const PARAMETER = /^\{\w+\}(\.\w+)?$/;

/** What is said where a target leads, for as long as it is remembered where that is. */
const known = new WeakMap<RouteMatch, HttpError>();

/** The refusal of a path that its family does not have; the hint names one that is nearly the same. */
export function noSuchPath(context: RoutedRequest): HttpError {
  const { matched } = context;
  let refusal = known.get(matched);
  if (refusal === undefined) {
    refusal = Object.freeze(new HttpError("NOT_FOUND", detailsOf(context)));
    known.set(matched, refusal);
  }
  return refusal;
}

/** To compare a path with all others takes 50 µs. */
function detailsOf({ target, matched: { family, group } }: RoutedRequest): HttpErrorDetails {
  const below = target.segments.slice(group === undefined ? 1 : 2);
  const asked = below.join("/");
  const spelled = new Map(family.table.routes.map(({ path }) => [fitted(path, below), path]));
  const meant = nearest(asked, spelled.keys());
  if (meant === undefined) return { isKept: true };
  return { after: { hint: `Did you mean ${spelled.get(meant)}?` }, isKept: true };
}

/** A path with what was asked for in place of its parameter, so that this makes no difference. */
function fitted(path: string, below: readonly string[]): string {
  const segments = path.split("/");
  if (segments.length !== below.length) return path;
  return segments.map((segment, at) => fittedSegment(segment, below[at]!)).join("/");
}

/** What stands before the ending is the parameter's; the ending is compared. */
function fittedSegment(segment: string, asked: string): string {
  const [matches, ending] = PARAMETER.exec(segment) ?? [];
  if (matches === undefined) return segment;
  return ending === undefined ? asked : asked.replace(/(\.\w*)?$/, ending);
}
