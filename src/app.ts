import type { Admission, Gate } from "./access/gate.ts";
import type { Content } from "./catalog/content.ts";
import { readJsonBody } from "./http/body.ts";
import type { Call } from "./http/call.ts";
import { type HeaderList, STRICT_TRANSPORT } from "./http/fixed_headers.ts";
import { readParameters } from "./http/parameter.ts";
import { parseQuery } from "./http/query.ts";
import { Refusal } from "./http/refusal.ts";
import { respond, respondNow, respondOptions, respondRefusal } from "./http/respond.ts";
import { checkHost, parseTarget } from "./http/target.ts";
import { whenReady } from "./http/when_ready.ts";
import type { Clock } from "./platform/clock.ts";
import type { Log } from "./platform/log.ts";
import type { Random } from "./platform/random.ts";
import { deprecationHeaders, DEPRECATIONS } from "./routes/deprecations.ts";
import { findPlace, type Place } from "./routes/places.ts";
import type { ServicePage } from "./routes/service.ts";

/** Answers a request that came from this address; at once where nothing has to be waited for. */
export type Handler = (request: Request, address: string) => Response | Promise<Response>;

export interface AppParts {
  /** What is served now; another one after a swap. */
  content(): Content;
  readonly gate: Gate;
  /** Public pages by path. */
  readonly service: ReadonlyMap<string, ServicePage>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

const SERVICE_METHODS = ["GET", "HEAD", "OPTIONS"];
const NO_BODY = {};

/** Puts the parts together. The order of decisions is the README's life of a request. */
export function createApp(parts: AppParts): Handler {
  return function handle(request, address) {
    const outer = request.url.startsWith("https:") ? STRICT_TRANSPORT : [];
    const refuse = (error: unknown) =>
      respondRefusal(request.method, asRefusal(error, request, parts), outer);
    try {
      const response = decide(parts, request, address, outer);
      return response instanceof Promise ? response.catch(refuse) : response;
    } catch (error) {
      return refuse(error);
    }
  };
}

function decide(
  parts: AppParts,
  request: Request,
  address: string,
  outer: HeaderList,
): Response | Promise<Response> {
  const { method, headers } = request;
  checkHost(headers.get("host"));
  const target = parseTarget(request.url);
  const query = parseQuery(target.search);
  const page = parts.service.get(target.path);
  const content = parts.content();
  const place = page === undefined ? findPlace(content.catalog, target.segments) : undefined;
  if (page === undefined && place === undefined) throw new Refusal("NOT_FOUND");
  const methods = place?.family.methods ?? SERVICE_METHODS;
  if (!methods.includes(method)) throw methodNotAllowed(methods);
  if (method === "OPTIONS") return respondOptions(methods, outer);
  if (page !== undefined) return respondNow(method, page(), outer);

  const body = method === "POST" || method === "PUT" ? readJsonBody(request) : NO_BODY;
  return whenReady<Call["body"], Response>(body, (body) => {
    const call = { method, headers, target, query, body, address };
    return whenReady(parts.gate.admit(call, doorOf(place!)), (admission) => {
      const admitted = join(outer, admission.headers);
      try {
        return serve(parts, content, place!, call, admission, admitted);
      } catch (error) {
        return respondRefusal(method, asRefusal(error, request, parts), admitted);
      }
    });
  });
}

function doorOf({ family, group }: Place) {
  return { family: family.name, ...(group && { group: group.slug }) };
}

/** Answers a caller who has come in. */
function serve(
  parts: AppParts,
  { catalog, answers }: Content,
  { family, group, rest }: Place,
  call: Call,
  admission: Admission,
  headers: HeaderList,
): Response | Promise<Response> {
  const match = family.table.match(rest);
  if (match === undefined) throw new Refusal("NOT_FOUND");
  const { route, pathValues } = match;
  const { values, text } = readParameters(call, route.parameters, pathValues);
  const groups = group ? [group] : catalog.groups.filter(({ slug }) => admission.mayRead(slug));
  const now = parts.clock.now();
  const key = `${family.name}/${groups.map(({ slug }) => slug)}/${route.id}?${text}`;
  const answer = answers.take(key, now, () => route.answer({ catalog, groups, now }, values));
  const announced = deprecationHeaders(DEPRECATIONS[`${family.name}/${route.id}`]);
  return respond(call.method, call.headers, answer, now, join(headers, announced));
}

/** Most answers have nothing to add: then nothing is copied. */
function join(one: HeaderList, other: HeaderList): HeaderList {
  return other.length === 0 ? one : one.length === 0 ? other : [...one, ...other];
}

function methodNotAllowed(methods: readonly string[]): Refusal {
  return new Refusal("METHOD_NOT_ALLOWED", { headers: [["allow", methods.join(", ")]] });
}

/** What is not a refusal is a fault: told to the operator, and to the caller only by a number. */
function asRefusal(error: unknown, request: Request, { log, random }: AppParts): Refusal {
  if (error instanceof Refusal) return error;
  const request_id = Array.from(random.bytes(8), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  log.error("A request failed", {
    request_id,
    method: request.method,
    error: error instanceof Error ? error.stack ?? error.message : String(error),
  });
  return new Refusal("INTERNAL", { after: { request_id } });
}
