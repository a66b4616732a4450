/**
 * This room answers assistants, which ask by the Model Context Protocol.
 *
 * @module
 */

import { createAssistantGate } from "../access/gate/assistant_gate.ts";
import type { Gate } from "../access/gate/gate.ts";
import type { ErrorCode } from "../http/error_table.ts";
import { preflightWith, VARY_BY_CREDENTIAL } from "../http/fixed_headers.ts";
import type { HttpError } from "../http/http_error.ts";
import type { JsonBody } from "../http/request.ts";
import type { Clock } from "../platform/clock.ts";
import { BARE_ENVELOPE } from "../routes/envelope.ts";
import { createRouteTable, type Family } from "../routes/family.ts";
import { type UncachedRoute, uncachedRoute } from "../routes/route.ts";
import { lazily } from "../toolbox/lazily.ts";
import { readId, RPC, TOOL_NAMES, type ToolName } from "./protocol.ts";

/** The path of the endpoint. */
const PATH = "mcp";

/** Creates `POST /mcp`. `data`: the gate of data. */
export function createAssistantFamily(
  data: Gate,
  deps: { readonly clock: Clock; readonly baseUrl: () => string },
): Family {
  return {
    name: "mcp",
    methods: ["POST", "OPTIONS"],
    envelope: BARE_ENVELOPE,
    gate: createAssistantGate(data, deps),
    vary: VARY_BY_CREDENTIAL,
    table: TABLE,
    pathOfBody,
    refusalBody,
    preflight: preflightWith(["mcp-protocol-version", "mcp-method", "mcp-name"]),
  };
}

/**
 * The tool that a message calls; undefined if it calls none that there is. Each tool has a route of its
 * own, by which its uses are counted, recorded and charged; other messages share one.
 */
function toolOf({ method, params }: JsonBody): ToolName | undefined {
  if (method !== "tools/call") return undefined;
  const { name } = Object(params) as { readonly name?: unknown };
  return TOOL_NAMES.find((tool) => tool === name);
}

function pathOfBody(body: JsonBody): string | undefined {
  const tool = toolOf(body);
  return tool === undefined ? undefined : toolPath(tool);
}

/** The path under which a tool is on record: no request has it. */
function toolPath(tool: ToolName): string {
  return `${PATH} ${tool}`;
}

const loadAnswer = lazily(() => import("./answer_message.ts"));

const TABLE = createRouteTable([
  messageRoute("mcp", PATH, undefined),
  ...TOOL_NAMES.map((tool) => messageRoute(`mcp-${tool}`, toolPath(tool), tool)),
]);

function messageRoute(id: string, path: string, tool: ToolName | undefined): UncachedRoute {
  return uncachedRoute({
    id,
    path,
    method: "POST",
    summary: "What assistants ask, by the Model Context Protocol",
    answers: { document: "application/json" },
    parameters: {},
    ...(tool === undefined && { unmetered: true }),
    async handler(context) {
      const { answerMessage } = await loadAnswer();
      return await answerMessage(context, tool);
    },
  });
}

/** The codes of refusals; all others are errors of a server's own. */
const CODES: Partial<Record<ErrorCode, number>> = {
  MALFORMED_REQUEST: RPC.parseError,
  BODY_TOO_LARGE: RPC.invalidRequest,
  METHOD_NOT_ALLOWED: RPC.invalidRequest,
  INTERNAL: RPC.internalError,
};

/** A refusal as JSON-RPC has it. */
function refusalBody(refusal: HttpError, body: JsonBody) {
  const { status: _, message, ...data } = refusal.body();
  const id = readId(body.id);
  return {
    jsonrpc: "2.0",
    ...(id !== undefined && { id }),
    error: { code: CODES[refusal.code] ?? RPC.serverError, message, data },
  };
}
