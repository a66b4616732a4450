import type { Client } from "./address/client_address.ts";
import type { Content } from "./catalog/catalog.ts";
import type { BodyReader, JsonBody } from "./http/body.ts";
import type { Call } from "./http/call.ts";
import { methodNotAllowed } from "./http/fault.ts";
import { type HeaderList, STRICT_TRANSPORT } from "./http/fixed_headers.ts";
import type { Query } from "./http/query.ts";
import { Refusal } from "./http/refusal.ts";
import { respondNow, respondOptions, respondRefusal } from "./http/respond.ts";
import { checkHost } from "./http/target.ts";
import { readUrl } from "./http/url.ts";
import { whenReady } from "./http/when_ready.ts";
import { type Area, type Areas, findArea } from "./routes/area.ts";
import { enterFamily, type Entrance, refuseMalformed } from "./routes/entrance.ts";
import { findPlace } from "./routes/places.ts";
import type { ServicePage } from "./routes/service.ts";

/**
 * Answers a request that came from this address; at once where nothing has to be waited for. `ownHost`
 * is what stands in the URL of a request that names no host.
 */
export type Handler = (
  request: Request,
  address: string,
  ownHost?: string,
) => Response | Promise<Response>;

export interface AppParts extends Entrance {
  /** What is served now; another one after a swap. */
  content(): Content;
  /** Who sent a request, by the socket's address and by what trusted proxies say. */
  client(request: Request, address: string): Client;
  /** Public pages by path. */
  readonly service: ReadonlyMap<string, ServicePage>;
  /** Parts with rules of their own. */
  readonly areas: Areas;
}

type Answered = Response | Promise<Response>;

const SERVICE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Puts the parts together. The order of decisions is the README's life of a request. */
export function createApp(parts: AppParts): Handler {
  return function handle(request, address, ownHost) {
    const client = parts.client(request, address);
    const outer = client.isSecure ? STRICT_TRANSPORT : [];
    const refuse = (error: unknown) =>
      respondRefusal(request.method, parts.refusalOf(error, request.method), outer);
    try {
      checkHost(request.headers.get("host"), request.url, ownHost);
      const response = decide(parts, request, client, outer);
      return response instanceof Promise ? response.catch(refuse) : response;
    } catch (error) {
      return refuse(error);
    }
  };
}

function decide(parts: AppParts, request: Request, client: Client, outer: HeaderList): Answered {
  const { method, headers } = request;
  const { target, query } = readUrl(request.url);
  if (query instanceof Refusal) {
    return refuseQuery(
      parts,
      request,
      { method, headers, target, query: NONE, ...client },
      outer,
      query,
    );
  }
  const call = { method, headers, target, query, ...client };

  const page = parts.service.get(target.path);
  if (page !== undefined) return answerPage(page, method, outer);
  const found = findArea(parts.areas, target.segments);
  if (found !== undefined) {
    return answerArea(found.area, parts.bodies, found.rest, request, call, outer);
  }

  const content = parts.content();
  const place = findPlace(content.catalog, target.segments);
  if (place === undefined) throw new Refusal("NOT_FOUND");
  if (method === "OPTIONS") return respondOptions(place.family.methods, outer);
  return enterFamily(parts, { request, call, content, place, outer });
}

const NONE: Query = new Map();
const NO_BODY: JsonBody = {};

/** A malformed query is refused first of all; at a family's path a token in the headers was used. */
function refuseQuery(
  parts: AppParts,
  request: Request,
  call: Omit<Call, "body">,
  outer: HeaderList,
  refusal: Refusal,
): Answered {
  const content = parts.content();
  const { segments } = call.target;
  const place = findArea(parts.areas, segments) ? undefined : findPlace(content.catalog, segments);
  if (place === undefined || call.method === "OPTIONS") throw refusal;
  return refuseMalformed(parts, { request, call, content, place, outer }, refusal);
}

function answerPage(page: ServicePage, method: string, outer: HeaderList): Response {
  if (method === "OPTIONS") return respondOptions(SERVICE_METHODS, outer);
  if (!SERVICE_METHODS.includes(method)) throw methodNotAllowed(SERVICE_METHODS);
  const { status, body } = page();
  return respondNow(method, body, outer, status);
}

function answerArea(
  area: Area,
  bodies: BodyReader,
  rest: readonly string[],
  request: Request,
  call: Omit<Call, "body">,
  outer: HeaderList,
): Answered {
  const { method } = call;
  const { methods } = area;
  if (!methods.includes(method)) throw methodNotAllowed(methods);
  if (method === "OPTIONS") return respondOptions(methods, outer);
  const body = method === "GET" || method === "HEAD"
    ? NO_BODY
    : bodyFor(area, bodies, request, call);
  return whenReady<Call["body"], Response>(
    body,
    (body) =>
      whenReady(area.answer({ ...call, body }, rest), (value) => respondNow(method, value, outer)),
  );
}

/** The body of a request whose headers and query do not shut the area already. */
async function bodyFor(
  area: Area,
  bodies: BodyReader,
  request: Request,
  call: Omit<Call, "body">,
): Promise<JsonBody> {
  const refusal = await area.screen?.({ ...call, body: NO_BODY });
  if (refusal !== undefined) throw refusal;
  return await bodies.read(request);
}
