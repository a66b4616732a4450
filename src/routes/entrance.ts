import type { Admission, Door } from "../access/gate/access_request.ts";
import type { Gate } from "../access/gate/gate.ts";
import type { Content } from "../catalog/catalog.ts";
import type { BodyReader } from "../http/body.ts";
import type { Call } from "../http/call.ts";
import { methodNotAllowed, type RefusalOf } from "../http/fault.ts";
import { type HeaderList, joinHeaders, VARY_BY_CREDENTIAL } from "../http/fixed_headers.ts";
import { Refusal } from "../http/refusal.ts";
import { respondRefusal } from "../http/respond.ts";
import { whenReady } from "../http/when_ready.ts";
import type { Place } from "./places.ts";
import type { Match } from "./route_table.ts";
import { readScreenedBody } from "./screened_body.ts";
import { answerVisit, doorOf, type Host, type Visit } from "./visit.ts";

/** What a family's entrance works with. */
export interface Entrance {
  readonly gate: Gate;
  readonly host: Host;
  readonly bodies: BodyReader;
  readonly refusalOf: RefusalOf;
}

/** A request at a path of a family; its body is not read yet. */
export interface Arrival {
  readonly request: Request;
  readonly call: Omit<Call, "body">;
  readonly content: Content;
  readonly place: Place;
  /** What every response to it carries. */
  readonly outer: HeaderList;
}

type Answered = Response | Promise<Response>;

const NO_BODY = {};

/** Refusals that say nothing against the caller: one whose stream they ended could come back at once. */
const PASSING: readonly Refusal["code"][] = ["RATE_LIMITED", "TRY_AGAIN"];

/** Method, body, credentials, answer: in this order. Refusals are thrown, or reject the promise. */
export function enterFamily(entrance: Entrance, arrival: Arrival): Answered {
  const { place, call } = arrival;
  const match = place.family.table.match(place.rest);
  const door = doorOf(place, match);
  if (!place.family.methods.includes(call.method)) {
    return refuseOutside(entrance, arrival, door, methodNotAllowed(place.family.methods));
  }
  const early = { ...call, body: NO_BODY };
  if (call.method !== "POST" && call.method !== "PUT") {
    return enter(entrance, arrival, early, match, door);
  }
  return enterWithBody(entrance, arrival, early, match, door);
}

async function enterWithBody(
  entrance: Entrance,
  arrival: Arrival,
  early: Call,
  match: Match | undefined,
  door: Door,
): Promise<Response> {
  const { body, screening } = await readScreenedBody(entrance, arrival.request, early, door);
  if (!(body instanceof Refusal)) {
    return await enter(entrance, arrival, { ...early, body }, match, door);
  }
  return screening === "open" && body.code === "TIMEOUT"
    ? await refuseInside(entrance, arrival, early, door, body)
    : await refuseOutside(entrance, arrival, door, body);
}

/** Refuses a caller who has shown a good credential: it is charged, or its use recorded, as ever. */
async function refuseInside(
  { gate }: Entrance,
  { outer }: Arrival,
  call: Call,
  door: Door,
  refusal: Refusal,
): Promise<Response> {
  const admission = await gate.admit(call, door);
  const headers = joinHeaders(joinHeaders(outer, admission.headers), VARY_BY_CREDENTIAL);
  return await settled(admission, respondRefusal(call.method, refusal, headers));
}

/** Refuses a request that is malformed, at a path of a family; a token in its headers was used. */
export function refuseMalformed(entrance: Entrance, arrival: Arrival, refusal: Refusal): Answered {
  const { place } = arrival;
  return refuseOutside(
    entrance,
    arrival,
    doorOf(place, place.family.table.match(place.rest)),
    refusal,
  );
}

/** A token that was carried to a door that it never reached was used all the same. */
function refuseOutside(
  { gate }: Entrance,
  { call, outer }: Arrival,
  door: Door,
  refusal: Refusal,
): Answered {
  const response = respondRefusal(call.method, refusal, outer);
  const recorded = gate.refused({ ...call, body: NO_BODY }, door, refusal.status);
  if (!(recorded instanceof Promise)) return response;
  // Where nobody knows yet whether the token holds, the refusal stands all the same.
  return recorded.then(() => response, () => response);
}

function enter(
  entrance: Entrance,
  { content, place, outer }: Arrival,
  call: Call,
  match: Match | undefined,
  door: Door,
): Answered {
  const { gate } = entrance;
  return whenReady(gate.admit(call, door), (admission) => {
    const visit = { content, place, match, call, admission, renew: renewal(gate, call, door) };
    const response = receive(entrance, visit, joinHeaders(outer, admission.headers));
    return whenReady(response, (response) => settled(admission, response));
  });
}

/** Made apart from the visit, so that a stream which stays open keeps no content from going. */
function renewal(gate: Gate, call: Call, door: Door): Visit["renew"] {
  return async () => {
    try {
      await gate.admit(call, door);
      return "renewed";
    } catch (error) {
      return error instanceof Refusal && PASSING.includes(error.code) ? "later" : "refused";
    }
  };
}

/** Answers, refusals included: all of them carry what is to be said of the caller's limits. */
function receive({ host, refusalOf }: Entrance, visit: Visit, headers: HeaderList): Answered {
  const { method } = visit.call;
  const refuse = (error: unknown) =>
    respondRefusal(method, refusalOf(error, method), joinHeaders(headers, VARY_BY_CREDENTIAL));
  try {
    const response = answerVisit(visit, host, headers);
    return response instanceof Promise ? response.catch(refuse) : response;
  } catch (error) {
    return refuse(error);
  }
}

/** The answer leaves when what it came to is on record. */
function settled(admission: Admission, response: Response): Answered {
  const recorded = admission.settle(response.status);
  return recorded instanceof Promise ? recorded.then(() => response) : response;
}
