import type { Admission, Caller } from "../access/gate/access_request.ts";
import type { Meter } from "../access/gate/meter.ts";
import type { Catalog, Group } from "../catalog/catalog.ts";
import type { Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { Parameters, Values } from "../http/parameter.ts";
import type { Live } from "../live/live.ts";
import type { Renewal } from "../live/view/sse.ts";
import type { Plans } from "../model/plans.ts";

/** What an endpoint answers from: content, who is on air, the groups the caller may read, the instant. */
export interface Scene {
  readonly catalog: Catalog;
  readonly live: Live;
  /** The groups the caller may read; of a group's own endpoint, just that group. */
  readonly groups: readonly Group[];
  /** The instant to answer for, in epoch ms. */
  readonly now: number;
}

/** What every endpoint of a family says of itself. */
export interface Endpoint<P extends Parameters = Parameters> {
  /** Names the endpoint in documents, in the audit record and in the cache. */
  readonly id: string;
  /** Below the family's root; at most one `{parameter}`, as the last segment. */
  readonly path: string;
  readonly summary: string;
  readonly parameters: P;
  /** Not charged, and open to a used-up key. */
  readonly isFree?: true;
}

/** An endpoint whose answer is kept until the clock, or what is on air, changes it. */
export interface Route<P extends Parameters = Parameters> extends Endpoint<P> {
  /** What the answer depends on besides content, parameters and clock. */
  readonly basis?: Basis;
  /**
   * A pure function of content, what is on air, parameters and instant.
   *
   * @throws {Refusal} `NOT_FOUND`, or `INVALID_PARAMETER` where parameters do not go together
   */
  answer(scene: Scene, values: Values<P>): Answer;
}

/** What changes besides content and clock. */
export interface Basis {
  /** Undefined where memory is current, as it nearly always is; else resolves when it is. */
  ready(live: Live): Promise<void> | undefined;
  /** Another text whenever an answer may be another. */
  version(live: Live): string;
  /** What the answer says of the moment. */
  headers(live: Live): HeaderList;
}

/** An endpoint whose value is asked for at each request, and kept by no cache of ours. */
export interface MomentRoute<P extends Parameters = Parameters> extends Endpoint<P> {
  /** How long clients may keep the value, in seconds; absent: not at all. */
  readonly maxAge?: number;
  /** The value to send as JSON; a refusal is thrown, or rejects it. */
  tell(moment: Moment, values: Values<P>): Promise<unknown>;
}

export interface Moment extends Scene {
  readonly caller: Caller;
  readonly plans: Plans;
  readonly meter: Meter;
  /** Adds headers to the answer. */
  say(headers: HeaderList): void;
}

/** An endpoint that goes on telling: its answer is a stream of `text/event-stream`. */
export interface StreamRoute<P extends Parameters = Parameters> extends Endpoint<P> {
  /** What the stream tells of. */
  readonly basis: Basis;
  open(scene: Scene, stream: StreamCall): ReadableStream<Uint8Array>;
}

export interface StreamCall {
  readonly call: Call;
  readonly admission: Admission;
  /** Lets the caller in again, at the cost of a request. */
  renew(): Promise<Renewal>;
}

export type AnyRoute = Route | MomentRoute | StreamRoute;

/** Declares an endpoint; its handler sees its own parameters' types. */
export function route<const P extends Parameters>(declared: Route<P>): Route {
  return declared as unknown as Route;
}

/** Declares an endpoint of the moment, likewise. */
export function momentRoute<const P extends Parameters>(declared: MomentRoute<P>): MomentRoute {
  return declared as unknown as MomentRoute;
}

/** The one group of a group's endpoint. */
export function groupOf(scene: Scene): Group {
  const [group] = scene.groups;
  if (group === undefined) throw new TypeError("Cannot answer: the endpoint belongs to no group");
  return group;
}
