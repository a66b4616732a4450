import type { Content } from "../catalog/catalog.ts";
import type { ParsedRequest } from "../http/parsed_request.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { Exchange } from "./exchange.ts";
import type { RouteMatch } from "./router.ts";

/** A request on its way through the dispatch. */
export interface RequestContext {
  /** As the runtime gave it: its body may not have been read. */
  readonly rawRequest: Request;
  readonly request: ParsedRequest;
  /** The content that is served at this moment; another build may be swapped in meanwhile. */
  readonly content: Content;
  readonly matched: RouteMatch;
  /** The headers of every response to the request. */
  readonly headers: HeaderList;
  readonly exchange: Exchange;
}
