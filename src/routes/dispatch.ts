import type { Admission } from "../access/gate/access_request.ts";
import type { ClientOf } from "../address/client_address.ts";
import type { Content } from "../catalog/catalog.ts";
import type { BodyReader } from "../http/body.ts";
import { parseRequest } from "../http/call.ts";
import { methodNotAllowed, type RefusalOf } from "../http/fault.ts";
import { type HeaderList, joinHeaders, STRICT_TRANSPORT } from "../http/fixed_headers.ts";
import { andThen, type MaybeAsync, orElse } from "../http/maybe_async.ts";
import { Refusal } from "../http/refusal.ts";
import { respondOptions, respondRefusal } from "../http/respond.ts";
import { doorOf, type RequestContext } from "./request_context.ts";
import { respondRoute, type RouteDeps } from "./respond_route.ts";
import type { Router } from "./router.ts";
import { readScreenedBody } from "./screened_body.ts";

/**
 * Answers a request that came from this address; at once where nothing has to be waited for. `ownHost`
 * is what stands in the URL of a request that names no host.
 */
export type Handler = (
  request: Request,
  address: string,
  ownHost?: string,
) => MaybeAsync<Response>;

/** What the dispatch works with. */
export interface DispatchDeps extends RouteDeps {
  readonly clientOf: ClientOf;
  /** What is served now; another one after a swap. */
  content(): Content;
  readonly router: Router;
  readonly bodies: BodyReader;
  readonly refusalOf: RefusalOf;
}

/** Creates the handler of all requests. Its steps are the README's life of a request. */
export function createDispatch(deps: DispatchDeps): Handler {
  return function dispatch(request, address, ownHost) {
    const { method } = request;
    const client = deps.clientOf(request, address);
    const headers = client.isSecure ? STRICT_TRANSPORT : [];
    return orElse(() => {
      const { call, malformed } = parseRequest(request, client, ownHost);
      const content = deps.content();
      const route = deps.router(content.catalog, call.target.segments);
      if (route === undefined) throw malformed ?? new Refusal("NOT_FOUND");
      const context = { request, call, content, route, door: doorOf(route), headers };
      if (malformed !== undefined && method === "OPTIONS") throw malformed;
      if (malformed !== undefined) return refuseBeforeGate(context, malformed);
      return checkMethod(deps, context);
    }, (error) => respondRefusal(method, deps.refusalOf(error, method), headers));
  };
}

function checkMethod(deps: DispatchDeps, context: RequestContext): MaybeAsync<Response> {
  const { call: { method }, route: { family: { methods } }, headers } = context;
  if (!methods.includes(method)) return refuseBeforeGate(context, methodNotAllowed(methods));
  if (method === "OPTIONS") return respondOptions(methods, headers);
  if (method === "POST" || method === "PUT") return admitWithBody(deps, context);
  return admit(deps, context);
}

async function admitWithBody(deps: DispatchDeps, context: RequestContext): Promise<Response> {
  const { route: { family: { gate } }, call, door } = context;
  const screened = await readScreenedBody({ ...deps, gate }, context.request, call, door);
  const { body, screening } = screened;
  if (!(body instanceof Refusal)) {
    return await admit(deps, { ...context, call: { ...call, body } });
  }
  const isLate = screening === "open" && body.code === "TIMEOUT";
  return await (isLate ? refuseBehindGate(context, body) : refuseBeforeGate(context, body));
}

function admit(deps: DispatchDeps, context: RequestContext): MaybeAsync<Response> {
  const { route: { family: { gate } }, call, door } = context;
  return andThen(gate.admit(call, door), (admission) =>
    andThen(
      respondAdmitted(deps, context, admission),
      (response) => afterResponse(admission, response),
    ));
}

/** Answers, refusals included: all of them carry what is to be said of the caller's limits. */
function respondAdmitted(
  deps: DispatchDeps,
  context: RequestContext,
  admission: Admission,
): MaybeAsync<Response> {
  const { call: { method }, route: { family } } = context;
  const headers = joinHeaders(context.headers, admission.headers);
  return orElse(
    () => respondRoute(deps, { ...context, headers }, admission),
    (error) => {
      const refusal = deps.refusalOf(error, method);
      return respondRefusal(method, refusal, joinHeaders(headers, family.vary));
    },
  );
}

/** The answer leaves when what it came to is on record. */
function afterResponse(admission: Admission, response: Response): MaybeAsync<Response> {
  return andThen(admission.settle(response.status), () => response);
}

/** A token that was carried to a gate that it never reached was used all the same. */
function refuseBeforeGate(context: RequestContext, refusal: Refusal): MaybeAsync<Response> {
  const { call, door, route: { family: { gate } }, headers } = context;
  const response = respondRefusal(call.method, refusal, headers);
  const recorded = gate.refused(call, door, refusal.status);
  if (!(recorded instanceof Promise)) return response;
  // Where nobody knows yet whether the token holds, the refusal stands all the same.
  return recorded.then(() => response, () => response);
}

/** Refuses a caller who has shown a good credential: it is charged, or its use recorded, as ever. */
async function refuseBehindGate(context: RequestContext, refusal: Refusal): Promise<Response> {
  const { call, door, route: { family } } = context;
  const admission = await family.gate.admit(call, door);
  const headers: HeaderList = [...context.headers, ...admission.headers, ...family.vary];
  return await afterResponse(admission, respondRefusal(call.method, refusal, headers));
}
