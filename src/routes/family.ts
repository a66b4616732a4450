import type { Gate } from "../access/gate/access_request.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { Envelope } from "./envelope.ts";
import type { AnyRoute } from "./route.ts";
import type { RouteTable } from "./route_table.ts";
import type { FamilyName } from "../model/enums.ts";

/** Endpoints that share methods, words for answers and a table. */
export interface FamilyTable {
  readonly name: FamilyName;
  /** Those of paths where nothing is written. */
  readonly methods: readonly string[];
  readonly envelope: Envelope;
  readonly table: RouteTable;
  /** To whom it does not open it is not there: other methods are no such path either. */
  readonly isHidden?: true;
}

/** A family with the gate that its callers pass. */
export interface Family extends FamilyTable {
  readonly gate: Gate;
  /** The header names that answers add to `Vary` where they depend on a credential. */
  readonly vary: HeaderList;
}

/** The methods that read: a HEAD is a GET without its body (RFC 9110, 9.3.2). */
export const READ = ["GET", "HEAD", "OPTIONS"];

/** POST and PUT are the same read, with credentials or parameters in a JSON body. */
export const READ_WITH_BODY = ["GET", "HEAD", "POST", "PUT", "OPTIONS"];

/**
 * The methods of a path with these endpoints: where one of them writes, a POST is no read any more, and
 * the path takes GET and HEAD, if it can be read, beside those that write.
 */
export function methodsOfPath(
  { methods }: Pick<FamilyTable, "methods">,
  routes: readonly AnyRoute[],
): readonly string[] {
  const writing = routes.flatMap(({ method }) => method ?? []);
  if (writing.length === 0) return methods;
  const reading = writing.length < routes.length ? ["GET", "HEAD"] : [];
  return [...reading, ...writing, "OPTIONS"];
}

/** The methods of its path that lead to an endpoint; OPTIONS leads to none. */
export function methodsOfRoute(family: FamilyTable, route: AnyRoute): readonly string[] {
  if (route.method !== undefined) return [route.method];
  const ofPath = family.table.routes.filter(({ path }) => path === route.path);
  const others = ["OPTIONS", ...ofPath.map(({ method }) => method)];
  return methodsOfPath(family, ofPath).filter((method) => !others.includes(method));
}
