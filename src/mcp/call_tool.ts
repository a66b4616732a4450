import { missingCredential } from "../access/gate/refusals.ts";
import { V1_RULES } from "../routes/families.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ErrorCode } from "../http/error_table.ts";
import { HttpError, invalidParameter } from "../http/http_error.ts";
import { readParameters } from "../http/parameter.ts";
import type { JsonBody, Query } from "../http/request.ts";
import type { RequestContext } from "../routes/answer_context.ts";
import { createMemo, type Memo } from "../toolbox/memo.ts";
import { FETCH } from "./fetch_tool.ts";
import { BIRTHDAYS, CHANGES, LIVE } from "./list_tools.ts";
import { Lookup } from "./lookup.ts";
import { SCHEDULE } from "./schedule_tool.ts";
import { SEARCH } from "./search_tool.ts";
import { type CallResult, textResult, type Tool } from "./tool.ts";

/** The tools, in their order. */
const TOOLS = {
  search: SEARCH,
  fetch: FETCH,
  schedule: SCHEDULE,
  birthdays: BIRTHDAYS,
  live: LIVE,
  changes: CHANGES,
};

/** The name of a tool. */
export type ToolName = keyof typeof TOOLS;

/** The list of the tools, as the protocol has it. */
export const TOOL_LIST = Object.entries(TOOLS).map(([name, tool]) => {
  const { title, description } = tool;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(tool),
    annotations: { title, readOnlyHint: true, openWorldHint: false },
  };
});

function inputSchema({ parameters }: Tool) {
  const entries = Object.entries(parameters);
  return {
    type: "object",
    properties: Object.fromEntries(
      // A format that JSON Schema does not know is left out: some clients refuse the whole tool for it.
      entries.map(([name, { schema: { format: _, ...schema }, description }]) => [
        name,
        { ...schema, description },
      ]),
    ),
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
  };
}

/** The refusals that the assistant itself can do something about: it reads them as an answer. */
const ANSWERED: readonly ErrorCode[] = ["INVALID_PARAMETER", "NOT_FOUND", "GONE"];

const NO_QUERY: Query = new Map();

/**
 * Calls a tool.
 *
 * @throws {HttpError} if the store is unreachable, or nothing is open to the caller
 */
export async function callTool(
  { ctx, caller }: RequestContext,
  name: ToolName,
  given: unknown = {},
): Promise<CallResult> {
  if (caller.kind === "anyone" && ctx.groups.length === 0) throw missingCredential(V1_RULES);
  const tool: Tool = TOOLS[name];
  try {
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      throw invalidParameter("arguments", "an object");
    }
    // Arguments are read as the body of a request is.
    const source = { query: NO_QUERY, body: given as JsonBody };
    const { values, text } = readParameters(source, tool.parameters, {});
    const version = tool.version === undefined ? "" : await tool.version(ctx, values);
    const lookup = new Lookup(ctx);
    if (version === undefined) return await tool.answer(lookup, values);
    return await remembered(lookup, `${name} ${text}`, version, () => tool.answer(lookup, values));
  } catch (error) {
    if (!(error instanceof HttpError && ANSWERED.includes(error.code))) throw error;
    return { ...textResult(textOf(error)), isError: true };
  }
}

/** A result that was made, and for which time (epoch ms) and which version of what it depends on it holds. */
interface KeptResult {
  readonly result: CallResult;
  readonly version: string;
  readonly madeAt: number;
  readonly validUntil: number;
}

/** The results of each content, by what was asked: all who may read the same groups share them. */
const results = new WeakMap<Catalog, Memo<string, KeptResult>>();
/** Each has at most 4 KB, and what was asked another 4 KB. */
const MAX_RESULTS = 500;

/** The result that holds now: one that was made before, or a new one. */
async function remembered(
  lookup: Lookup,
  asked: string,
  version: string,
  make: () => ReturnType<Tool["answer"]>,
): Promise<CallResult> {
  const { ctx: { catalog, groups }, now } = lookup;
  let kept = results.get(catalog);
  if (kept === undefined) {
    results.set(catalog, kept = createMemo<string, KeptResult>({ maxEntries: MAX_RESULTS }));
  }
  const key = `${groups.map(({ slug }) => slug)} ${asked}`;
  const known = kept.get(key);
  if (known?.version === version && known.madeAt <= now && now < known.validUntil) {
    return known.result;
  }
  const result = await make();
  kept.set(key, { result, version, madeAt: now, validUntil: lookup.validUntil });
  return result;
}

/** A refusal in words: the hint that callers of the API get, or its message. */
function textOf({ message, details: { after = {} } }: HttpError): string {
  const { hint, oldest } = after;
  return hint ?? (oldest === undefined ? message : `${message}; the oldest cursor is ${oldest}`);
}
