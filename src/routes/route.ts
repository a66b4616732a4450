import type { Entrance } from "../access/gate/gate.ts";
import type { Group } from "../catalog/catalog.ts";
import type { Content } from "../catalog/content.ts";
import type { GetService } from "../core/service_key.ts";
import type { Answer } from "../http/answer.ts";
import type { ErrorCode } from "../http/error_table.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { HttpError } from "../http/http_error.ts";
import type { MaybeAsync } from "../http/maybe_async.ts";
import type { Parameters, Values } from "../http/parameter.ts";
import type { Answers } from "../model/answer/answer_schema.ts";
import type { AnswerContext, RequestContext } from "./answer_context.ts";

/** The methods that change something. A path that takes one takes none of the family's besides GET and HEAD. */
export type WriteMethod = "POST" | "DELETE";

/** A page and its headers. */
export interface Page {
  readonly text: string;
  readonly headers: HeaderList;
}

/** Makes the page by which a browser is refused; undefined: there is none. `group`: of which the endpoint is. */
export type ErrorPage = (
  content: Pick<Content, "catalog" | "site">,
  refusal: HttpError,
  group: Group | undefined,
  service: GetService,
) => MaybeAsync<Page | undefined>;

/** State besides content and clock that an answer is made of. */
export interface Dependency {
  /** Undefined if memory is current, as it nearly always is; else resolves when it is. */
  ready(service: GetService): Promise<void> | undefined;
  /** Another text whenever an answer may be another. */
  version(service: GetService): string;
  /** The names of the headers in which the answer states its freshness, in lower case. */
  readonly headerNames?: readonly string[];
  headers?(service: GetService): HeaderList;
}

/** An endpoint. It has `kept` or `fresh`. */
export interface Route<P extends Parameters = Parameters> {
  /** Names the endpoint in documents, in the audit record and in the cache. */
  readonly id: string;
  /** Below the family's root; at most one segment of it is a `{parameter}`. */
  readonly path: string;
  /** What it changes something by; absent: it reads. */
  readonly method?: WriteMethod;
  readonly summary: string;
  /** What it answers with, if it does not refuse. */
  readonly answers: Answers;
  /** The statuses besides 200 under which it says so. */
  readonly statuses?: readonly number[];
  readonly parameters: P;
  /** It takes more than `parameters` names: it reads the request itself. */
  readonly readsRequest?: true;
  /** What it refuses beyond what its parameters and its family's gate do. */
  readonly refuses?: readonly ErrorCode[];
  /** The page and its headers by which it refuses a browser; absent: as it refuses programs. */
  readonly errorPage?: ErrorPage;
  /** Browsers get a page in place of the JSON. */
  readonly hasPage?: true;
  /** Callers without a credential are answered of the groups with public pages. */
  readonly isOpen?: true;
  /** A file to keep: the answer names it. */
  readonly download?: true;
  /** Not charged, and open to a used-up key. */
  readonly unmetered?: true;
  /** Another way in than by the credentials of its family. */
  readonly entrance?: Entrance;
  /** Everybody may read it in groups that show as much as this. */
  readonly publicFrom?: "feeds";
  /** What the answer depends on besides content, parameters and clock. */
  readonly dependency?: Dependency;
  /**
   * Makes an answer that is kept until the clock, or what it depends on, changes it: a pure function of
   * content, state, parameters and instant, and of nothing of the request.
   *
   * @throws {HttpError} `NOT_FOUND`, or `INVALID_PARAMETER` if parameters do not go together
   */
  kept?(context: AnswerContext, values: Values<P>): Answer;
  /**
   * Makes what is sent to one request: a value for JSON that no cache keeps, an answer, or a response.
   *
   * @throws {HttpError} or rejects with it
   */
  fresh?(context: RequestContext, values: Values<P>): MaybeAsync<unknown>;
}

/** Declares an endpoint; its handler sees its own parameters' types. */
export function route<const P extends Parameters>(declared: Route<P>): Route {
  return declared as unknown as Route;
}

/** Resolves when all of these have; undefined if there is nothing to wait for. */
export function allReady(...waits: (Promise<void> | undefined)[]): Promise<void> | undefined {
  const open = waits.filter((one) => one !== undefined);
  return open.length === 0 ? undefined : Promise.all(open).then(() => {});
}
