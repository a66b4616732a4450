import type { Client } from "./access/client.ts";
import type { Admission } from "./access/door.ts";
import type { Gate } from "./access/gate.ts";
import type { Meter } from "./access/meter.ts";
import type { Content } from "./catalog/content.ts";
import { readJsonBody } from "./http/body.ts";
import type { Call } from "./http/call.ts";
import { type HeaderList, joinHeaders, STRICT_TRANSPORT } from "./http/fixed_headers.ts";
import { parseQuery } from "./http/query.ts";
import { Refusal } from "./http/refusal.ts";
import { respondNow, respondOptions, respondRefusal } from "./http/respond.ts";
import { parseTarget } from "./http/target.ts";
import { whenReady } from "./http/when_ready.ts";
import type { Clock } from "./platform/clock.ts";
import type { Log } from "./platform/log.ts";
import type { Random } from "./platform/random.ts";
import { type Areas, findArea } from "./routes/area.ts";
import { findPlace, type Place } from "./routes/places.ts";
import type { ServicePage } from "./routes/service.ts";
import { answerVisit, doorOf } from "./routes/visit.ts";

/** Answers a request that came from this address; at once where nothing has to be waited for. */
export type Handler = (request: Request, address: string) => Response | Promise<Response>;

export interface AppParts {
  /** What is served now; another one after a swap. */
  content(): Content;
  readonly gate: Gate;
  /** Who sent a request, by the socket's address and by what trusted proxies say. */
  client(request: Request, address: string): Client;
  /** What keys have used. */
  readonly meter: Meter;
  /** Public pages by path. */
  readonly service: ReadonlyMap<string, ServicePage>;
  /** Parts with rules of their own. */
  readonly areas: Areas;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

const SERVICE_METHODS = ["GET", "HEAD", "OPTIONS"];
const NO_BODY = {};

/** A request on its way through the decisions. */
interface Passage {
  readonly request: Request;
  readonly client: Client;
  /** What every response to it carries. */
  readonly outer: HeaderList;
}

/** Puts the parts together. The order of decisions is the README's life of a request. */
export function createApp(parts: AppParts): Handler {
  return function handle(request, address) {
    const client = parts.client(request, address);
    const passage = { request, client, outer: client.isSecure ? STRICT_TRANSPORT : [] };
    return orRefusal(parts, passage, passage.outer, () => decide(parts, passage));
  };
}

function decide(parts: AppParts, passage: Passage): Response | Promise<Response> {
  const { request: { method, url }, outer } = passage;
  const target = parseTarget(url);
  const query = parseQuery(target.search);
  const page = parts.service.get(target.path);
  const found = page === undefined ? findArea(parts.areas, target.segments) : undefined;
  const content = parts.content();
  const place = page || found ? undefined : findPlace(content.catalog, target.segments);
  if (!page && !found && !place) throw new Refusal("NOT_FOUND");
  const methods = place?.family.methods ?? found?.area.methods ?? SERVICE_METHODS;
  if (!methods.includes(method)) throw methodNotAllowed(methods);
  if (method === "OPTIONS") return respondOptions(methods, outer);
  if (page) return respondNow(method, page(), outer);

  return whenReady<Call["body"], Response>(bodyOf(passage), (body) => {
    const call = {
      method,
      headers: passage.request.headers,
      target,
      query,
      body,
      ...passage.client,
    };
    if (place) return enter(parts, passage, content, place, call);
    const value = found!.area.answer(call, found!.rest);
    return whenReady(value, (value) => respondNow(method, value, outer));
  });
}

function bodyOf({ request }: Passage): Call["body"] | Promise<Call["body"]> {
  return request.method === "POST" || request.method === "PUT" ? readJsonBody(request) : NO_BODY;
}

/** Lets the caller in, answers, and sends the answer when the visit is settled. */
function enter(
  parts: AppParts,
  passage: Passage,
  content: Content,
  place: Place,
  call: Call,
): Response | Promise<Response> {
  const match = place.family.table.match(place.rest);
  return whenReady(parts.gate.admit(call, doorOf(place, match)), (admission) => {
    const visit = { content, place, match, call, admission };
    const host = { meter: parts.meter, now: () => parts.clock.now() };
    const headers = joinHeaders(passage.outer, admission.headers);
    const response = orRefusal(parts, passage, headers, () => answerVisit(visit, host, headers));
    return whenReady(response, (response) => settled(admission, response));
  });
}

function settled(admission: Admission, response: Response): Response | Promise<Response> {
  const recorded = admission.settle(response.status);
  return recorded instanceof Promise ? recorded.then(() => response) : response;
}

/** Runs `answer`; what it throws, or rejects with, becomes the response. */
function orRefusal(
  parts: AppParts,
  { request }: Passage,
  headers: HeaderList,
  answer: () => Response | Promise<Response>,
): Response | Promise<Response> {
  const refuse = (error: unknown) =>
    respondRefusal(request.method, asRefusal(error, request, parts), headers);
  try {
    const response = answer();
    return response instanceof Promise ? response.catch(refuse) : response;
  } catch (error) {
    return refuse(error);
  }
}

function methodNotAllowed(methods: readonly string[]): Refusal {
  return new Refusal("METHOD_NOT_ALLOWED", { headers: [["allow", methods.join(", ")]] });
}

/** What is not a refusal is a fault: told to the operator, and to the caller only by a number. */
function asRefusal(error: unknown, request: Request, { log, random }: AppParts): Refusal {
  if (error instanceof Refusal) return error;
  const request_id = random.bytes(8).toHex();
  log.error("A request failed", {
    request_id,
    method: request.method,
    error: error instanceof Error ? error.stack ?? error.message : String(error),
  });
  return new Refusal("INTERNAL", { after: { request_id } });
}
