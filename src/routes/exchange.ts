import type { Admitted } from "../access/gate/gate.ts";
import type { Client } from "../address/client_address.ts";
import type { Content } from "../catalog/catalog.ts";
import type { Answer } from "../http/answer.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { HttpError } from "../http/http_error.ts";
import type { ParsedRequest } from "../http/request.ts";
import type { RouteMatch } from "./router.ts";

/** Pages of people who have proved something, below a first segment of their own. */
export interface OwnPages {
  readonly root: string;
  /** Names them in metrics. */
  readonly name: string;
  /** Answers with these headers on every response; resolves with undefined if there is no such page. */
  answer(
    raw: Request,
    request: ParsedRequest,
    headers: HeaderList,
  ): Promise<Response | undefined>;
}

/** A request and what the steps of the dispatch have found of it so far. */
export interface Exchange {
  readonly raw: Request;
  readonly client: Client;
  /** The content that is served at this moment; another build may be swapped in meanwhile. */
  readonly content: Content;
  /** The headers of whatever it is answered with. */
  readonly headers: HeaderList;
  request: ParsedRequest | undefined;
  match: RouteMatch | undefined;
  admitted: Admitted | undefined;
  /** Whose pages it is for, if no family has it. */
  pages: OwnPages | undefined;
  /** The answer that it got. */
  answer: Answer | undefined;
  /** The refusal that it came to. */
  refusal: HttpError | undefined;
}

/** A request whose caller was let in. */
export interface AdmittedExchange extends Exchange {
  readonly request: ParsedRequest;
  readonly match: RouteMatch;
  readonly admitted: Admitted;
}
