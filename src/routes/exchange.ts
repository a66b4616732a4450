import type { Admitted, Gate } from "../access/gate/gate.ts";
import type { Client, ReadClient } from "../http/client_address.ts";
import type { Content } from "../catalog/content.ts";
import type { Answer } from "../http/answer.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { BodyReader } from "../http/body.ts";
import type { GetService } from "../core/service_key.ts";
import type { HttpError, ToHttpError } from "../http/http_error.ts";
import type { ParsedRequest, readUrl } from "../http/request.ts";
import type { StreamRequest } from "./answer_context.ts";
import type { ErrorPage } from "./route.ts";
import type { RouteMatch, Router } from "./router.ts";

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

/** Answers a request with a stream, which its caller is let in to again from time to time. */
export type OpenStream = (
  exchange: AdmittedExchange,
  open: (stream: StreamRequest) => ReadableStream<Uint8Array>,
  further: HeaderList,
) => Response;

/** Where requests lead. */
export interface Routing {
  /** Reads the URLs of requests, and the headers that count. */
  readonly readUrl: typeof readUrl;
  readonly router: Router;
  /** Answers paths that no family has: those of operators, and of owners of keys. */
  readonly pages: readonly OwnPages[];
}

/** What requests are answered with. */
export interface DispatchDeps {
  /** The content that is served now; another one after a swap. */
  content(): Content;
  /** The present instant, epoch ms. */
  now(): number;
  /** Milliseconds of a clock that is never set. */
  elapsed(): number;
  readonly service: GetService;
  /** The gate of families without one of their own. */
  readonly gate: Gate;
  readonly openStream: OpenStream;
  readonly toHttpError: ToHttpError;
  /** Makes the page by which a browser is refused outside the API. */
  readonly errorPage: ErrorPage;
  readonly readClient: ReadClient;
  readonly bodies: BodyReader;
  /** Where a URL leads. */
  routing(url: string, content: Content): Routing;
  /** Resolves when what a request is for can answer it; undefined, as nearly always: it can. */
  opening(exchange: Exchange): Promise<void> | undefined;
  /** The headers of every response, besides those of the core. */
  furtherHeaders(): HeaderList;
  /** Called with each request that was answered, when its answer leaves; `ms`: how long that took. */
  note(exchange: Exchange, response: Response, ms: number): void;
}
