import { ANYONE } from "../../access/gate/caller.ts";
import {
  API_KEY,
  PRIORITY_TOKEN,
  readBearer,
  readCredential,
} from "../../access/gate/credentials.ts";
import { admitFree, type Gate } from "../../access/gate/gate.ts";
import { createNetworkThrottle } from "../../access/limits/network_throttle.ts";
import { sourceOf } from "../../http/client_address.ts";
import { parseAddress } from "../../http/ip_address.ts";
import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import type { ErrorCode } from "../../http/error_table.ts";
import { preflightWith } from "../../http/fixed_headers.ts";
import { HttpError, tooMany } from "../../http/http_error.ts";
import {
  areOwnHosts,
  isLoopback,
  type JsonBody,
  type ParsedRequest,
  type Query,
} from "../../http/request.ts";
import { BARE_ENVELOPE } from "../../routes/envelope.ts";
import { V1_RULES } from "../../routes/families.ts";
import { createRouteTable, type Family } from "../../routes/family.ts";
import { type Route, route } from "../../routes/route.ts";
import { below } from "../../routes/router.ts";
import { answerMessage } from "./server.ts";
import { isTool, TOOL_NAMES } from "./tools.ts";

const PATH = "mcp";

/** Mounts `/mcp`. */
export function openAssistants(core: Core): Opened {
  return { mounts: { mcp: below(createAssistantFamily(core), 0) } };
}

function createAssistantFamily(core: Core): Family {
  return {
    name: "mcp",
    root: "",
    rules: { ...V1_RULES, admins: false },
    isPartial: true,
    methods: ["POST", "OPTIONS"],
    envelope: BARE_ENVELOPE,
    gate: createAssistantGate(core),
    table: createRouteTable([
      messageRoute(core, "mcp", PATH, undefined),
      ...TOOL_NAMES.map((tool) => messageRoute(core, `mcp-${tool}`, toolPath(tool), tool)),
    ]),
    pathOfBody,
    refusalBody,
    preflight: preflightWith(["mcp-protocol-version", "mcp-method", "mcp-name"]),
  };
}

/**
 * The path of the tool that a message calls; undefined if it calls none that there is. Each tool has a route
 * of its own, by which its uses are counted, recorded and charged; other messages share one.
 */
function pathOfBody({ method, params }: JsonBody): string | undefined {
  const { name } = Object(params) as { readonly name?: unknown };
  return method === "tools/call" && isTool(name) ? toolPath(name) : undefined;
}

function toolPath(tool: string): string {
  return `${PATH} ${tool}`;
}

function messageRoute(core: Core, id: string, path: string, tool: string | undefined): Route {
  return route({
    id,
    path,
    method: "POST",
    summary: "What assistants ask, by the Model Context Protocol",
    answers: { document: "application/json" },
    parameters: {},
    readsRequest: true,
    ...(tool === undefined && { unmetered: true }),
    fresh: (context) => answerMessage(core, context),
  });
}

/** The codes of JSON-RPC 2.0, section 5.1; all other refusals are errors of a server's own. */
const CODES: Partial<Record<ErrorCode, number>> = {
  MALFORMED_REQUEST: -32700,
  BODY_TOO_LARGE: -32600,
  METHOD_NOT_ALLOWED: -32600,
  NOT_FOUND: -32601,
  INTERNAL: -32603,
};
const SERVER_ERROR = -32000;

function refusalBody(refusal: HttpError, body: JsonBody) {
  const { status: _, message, ...data } = refusal.body();
  return {
    jsonrpc: "2.0",
    ...(["string", "number"].includes(typeof body.id) && { id: body.id }),
    error: { code: CODES[refusal.code] ?? SERVER_ERROR, message, data },
  };
}

/** How often a network may ask in a minute without a credential. */
const OPEN_CALLS = 300;

const NO_QUERY: Query = new Map();

/**
 * Creates the gate of assistants: that of data, by headers alone. A caller without a credential is let
 * in, and kept to {@linkcode OPEN_CALLS}.
 */
function createAssistantGate(core: Core): Gate {
  const { access: { gate: data }, platform: { clock } } = core;
  // Callers on this machine may also name its host.
  const baseUrl = () => core.settings.BASE_URL ?? core.index().site.base_url;
  const calls = createNetworkThrottle(clock, OPEN_CALLS, sourceOf);
  return {
    admit(request, access, plans) {
      refuseForeignHost(request, baseUrl);
      const asked = byHeaders(request);
      const isAnyone = readBearer(asked.headers) === undefined &&
        [API_KEY, PRIORITY_TOKEN].every((one) => readCredential(asked, one) === undefined);
      if (!isAnyone) return data.admit(asked, access, plans);
      const { retryAfterMs } = calls.attempt(parseAddress(request.address));
      if (retryAfterMs > 0) throw tooMany(retryAfterMs);
      return admitFree(ANYONE);
    },
    settle: (request, access, admitted, status) =>
      data.settle?.(byHeaders(request), access, admitted, status),
  };
}

/** The same request, as if nothing were in its query and body. */
function byHeaders(request: ParsedRequest): ParsedRequest {
  return { ...request, query: NO_QUERY, body: {} };
}

/**
 * Refuses a request on loopback that names a foreign host, or comes from a page of one: a web
 * page whose own name leads here (DNS rebinding) would ask with the browser of this machine.
 */
function refuseForeignHost(
  { address, isSecure, headers }: ParsedRequest,
  baseUrl: () => string,
): void {
  if (isSecure || !isLoopback(address)) return;
  const host = headers.get("host");
  const origin = headers.get("origin");
  const named = [
    ...(host === null ? [] : [host]),
    ...(origin === null ? [] : [URL.parse(origin)?.host ?? ""]),
  ];
  if (areOwnHosts(named, baseUrl)) return;
  throw new HttpError("INVALID_CREDENTIALS", {
    message: "This host is not known here",
    after: { hint: "On this machine Host and Origin name localhost, 127.0.0.1, [::1] or base_url" },
  });
}
