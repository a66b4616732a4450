import type { ErrorCode } from "../http/error_table.ts";
import { HttpError, invalidParameter } from "../http/http_error.ts";
import { type Parameters, readParameters, type Values } from "../http/parameter.ts";
import type { JsonBody, Query } from "../http/request.ts";
import { missingCredential } from "../access/gate/refusals.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { MaybeAsync } from "../http/maybe_async.ts";
import { createMemo, type Memo } from "../toolbox/memo.ts";
import type { UncachedContext } from "../routes/answer_context.ts";
import { ON_AIR } from "../routes/resources/live.ts";
import { fetchItem } from "./fetch_item.ts";
import { findItems } from "./find_items.ts";
import { listSchedule } from "./list_schedule.ts";
import { listBirthdays, listChanges, listLive } from "./lists.ts";
import { type CallResult, errorResult } from "./result.ts";
import { type ToolName, TOOLS } from "./tools.ts";
import { Lookup } from "./lookup.ts";

/** The refusals that the assistant itself can do something about: it reads them as an answer. */
const ANSWERED: readonly ErrorCode[] = ["INVALID_PARAMETER", "NOT_FOUND", "GONE"];

/**
 * Calls a tool.
 *
 * @throws {HttpError} if the store is unreachable, or nothing is open to the caller
 */
export async function callTool(
  { ctx, caller }: UncachedContext,
  tool: ToolName,
  given: unknown,
): Promise<CallResult> {
  const lookup = new Lookup(ctx);
  if (caller.kind === "anyone" && ctx.groups.length === 0) throw missingCredential("mcp");
  try {
    return await answer(lookup, tool, readArguments(given));
  } catch (error) {
    if (!(error instanceof HttpError && ANSWERED.includes(error.code))) throw error;
    return errorResult(textOf(error));
  }
}

/** Reads arguments, as values and as a text that names them. */
type Read = <P extends Parameters>(
  parameters: P,
) => { readonly values: Values<P>; readonly text: string };

async function answer(lookup: Lookup, tool: ToolName, read: Read): Promise<CallResult> {
  const { ctx } = lookup;
  const { live } = ctx;
  const remember = (text: string, version: string, make: () => MaybeAsync<CallResult>) =>
    remembered(lookup, `${tool} ${text}`, version, make);
  switch (tool) {
    case "search": {
      const { values, text } = read(TOOLS.search.parameters);
      return await remember(text, "", () => findItems(lookup, values));
    }
    case "fetch": {
      const { values, text } = read(TOOLS.fetch.parameters);
      await live.ensureFreshRecents();
      const version = `${live.view.revision()} ${live.recents.revision()}`;
      return await remember(text, version, () => fetchItem(lookup, values));
    }
    case "schedule": {
      const { values, text } = read(TOOLS.schedule.parameters);
      return await remember(text, "", () => listSchedule(lookup, values));
    }
    case "birthdays": {
      const { values, text } = read(TOOLS.birthdays.parameters);
      return await remember(text, "", () => listBirthdays(lookup, values));
    }
    case "live": {
      const { values } = read(TOOLS.live.parameters);
      await Promise.all([ON_AIR.ready(ctx), live.ensureFreshRecents()]);
      // It says at what instant it holds.
      return await listLive(lookup, values);
    }
    case "changes": {
      const { values, text } = read(TOOLS.changes.parameters);
      await ctx.changes.ready();
      return await remember(text, ctx.changes.version(), () => listChanges(lookup, values));
    }
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
  make: () => MaybeAsync<CallResult>,
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

const NO_QUERY: Query = new Map();

/** Reads arguments as the body of a request is read. */
function readArguments(given: unknown = {}): Read {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw invalidParameter("arguments", "an object");
  }
  const source = { query: NO_QUERY, body: given as JsonBody };
  return (parameters) => readParameters(source, parameters, {});
}

/** A refusal in words: the hint that callers of the API get, or its message. */
function textOf({ message, details: { after = {} } }: HttpError): string {
  const { hint, oldest } = after;
  return hint ?? (oldest === undefined ? message : `${message}; the oldest cursor is ${oldest}`);
}
