import type { Caller } from "../access/gate/caller.ts";
import type { UnitsReader } from "../access/gate/gate.ts";
import type { Catalog, Content, Group } from "../catalog/catalog.ts";
import type { Answer } from "../http/answer.ts";
import type { ErrorCode } from "../http/error_table.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { HttpError } from "../http/http_error.ts";
import type { MaybeAsync, Turns } from "../http/maybe_async.ts";
import type { Parameters, Values } from "../http/parameter.ts";
import type { Renewal } from "../events/audience.ts";
import type { AnswerContext, Dependency, UncachedContext } from "./answer_context.ts";
import type { ParsedRequest } from "../http/request.ts";
import type { Answers } from "../model/answer/answer_schema.ts";

/** The methods that change something. A path that takes one takes none of the family's besides GET and HEAD. */
export type WriteMethod = "POST" | "DELETE";

/** What an answer costs a key, in requests: a positive integer. */
export type UnitsOf = (
  catalog: Catalog,
  request: ParsedRequest,
  pathValues: Readonly<Record<string, string>>,
  reader: UnitsReader,
) => number;

/** A page and its headers. */
export interface Page {
  readonly text: string;
  readonly headers: HeaderList;
}

/** Makes the page by which a browser is refused; `group`: of which the endpoint is. */
export type ErrorPage = (
  content: Pick<Content, "catalog" | "site">,
  refusal: HttpError,
  group?: Group,
) => MaybeAsync<Page>;

interface Endpoint<P extends Parameters = Parameters> {
  /** Names the endpoint in documents, in the audit record and in the cache. */
  readonly id: string;
  /** Below the family's root; at most one segment of it is a `{parameter}`. */
  readonly path: string;
  /** The method with which it writes; absent: it reads, with those of its family. */
  readonly method?: WriteMethod;
  readonly summary: string;
  /** What it answers with, if it does not refuse. */
  readonly answers: Answers;
  /** The statuses besides 200 under which it says so. */
  readonly statuses?: readonly number[];
  readonly parameters: P;
  /** What it refuses beyond what its parameters and its family's gate do. */
  readonly refuses?: readonly ErrorCode[];
  /** The page and its headers by which it refuses a browser; absent: as it refuses programs. */
  readonly errorPage?: ErrorPage;
  /** Browsers get a page in place of the JSON. */
  readonly hasPage?: true;
  /** What it costs, if that is not one request. */
  readonly units?: UnitsOf;
  /** Callers without a credential are answered of the groups with public pages. */
  readonly isOpen?: true;
  /** A file to keep: the answer names it. */
  readonly download?: true;
  /** Not charged, and open to a used-up key. */
  readonly unmetered?: true;
  /** A calendar or feed: what opens feeds alone opens it too. */
  readonly feed?: true;
}

/** An endpoint whose answer is kept until the clock, or what it depends on, changes it. */
interface KeptRoute<P extends Parameters> extends Endpoint<P> {
  /** The state that the answer depends on besides content, parameters and clock. */
  readonly dependency?: Dependency;
}

/** One whose answer is made at once. */
export interface CachedRoute<P extends Parameters = Parameters> extends KeptRoute<P> {
  /**
   * A pure function of content, what is on air, parameters and instant.
   *
   * @throws {HttpError} `NOT_FOUND`, or `INVALID_PARAMETER` if parameters do not go together
   */
  answer(context: AnswerContext, values: Values<P>): Answer;
}

/** One whose answer takes long to make: other requests are answered between the turns. */
export interface LongRoute<P extends Parameters = Parameters> extends KeptRoute<P> {
  /** As `answer` of a cached endpoint. */
  turns(context: AnswerContext, values: Values<P>): Turns<Answer>;
}

/** An endpoint whose value is made for each request. */
export interface UncachedRoute<P extends Parameters = Parameters> extends Endpoint<P> {
  /**
   * Makes the value to send as JSON, which no cache keeps, or a whole answer; a refusal is thrown, or
   * rejects it.
   */
  handler(context: UncachedContext, values: Values<P>): MaybeAsync<unknown>;
}

/** An endpoint that answers with a stream of server-sent events. */
export interface StreamRoute<P extends Parameters = Parameters> extends Endpoint<P> {
  readonly dependency: Dependency;
  /** Refuses what cannot be streamed, for a HEAD too. @throws {HttpError} */
  check?(context: AnswerContext, values: Values<P>): void;
  open(
    context: AnswerContext,
    stream: StreamRequest,
    values: Values<P>,
  ): ReadableStream<Uint8Array>;
}

export interface StreamRequest {
  readonly request: ParsedRequest;
  readonly caller: Caller;
  /** Lets the caller in again, at the cost of a request. */
  renew(): Promise<Renewal>;
  /** Whether the credential opens a group at this moment; it costs nothing. */
  mayRead(group: string): MaybeAsync<boolean>;
  /** To be called when the stream is over. */
  onGone(): void;
}

export type AnyRoute = CachedRoute | LongRoute | UncachedRoute | StreamRoute;

/** Declares a cached endpoint; its handler sees its own parameters' types. */
export function cachedRoute<const P extends Parameters>(declared: CachedRoute<P>): CachedRoute {
  return declared as unknown as CachedRoute;
}

/** Declares a cached endpoint whose answer takes long to make, likewise. */
export function longRoute<const P extends Parameters>(declared: LongRoute<P>): LongRoute {
  return declared as unknown as LongRoute;
}

/** Declares an uncached endpoint, likewise. */
export function uncachedRoute<const P extends Parameters>(
  declared: UncachedRoute<P>,
): UncachedRoute {
  return declared as unknown as UncachedRoute;
}

/** Declares an endpoint that streams, likewise. */
export function streamRoute<const P extends Parameters>(declared: StreamRoute<P>): StreamRoute {
  return declared as unknown as StreamRoute;
}
