import type { ErrorCode } from "../http/error_table.ts";
import { HttpError, invalidParameter } from "../http/http_error.ts";
import { type Parameters, readParameters, type Values } from "../http/parameter.ts";
import type { JsonBody, Query } from "../http/request.ts";
import { missingCredential } from "../access/gate/refusals.ts";
import type { UncachedContext } from "../routes/answer_context.ts";
import { ON_AIR } from "../routes/resources/live.ts";
import { fetchItem } from "./fetch_item.ts";
import { findItems } from "./find_items.ts";
import { listSchedule } from "./list_schedule.ts";
import { listBirthdays, listChanges, listLive } from "./lists.ts";
import type { ToolName } from "./protocol.ts";
import { type CallResult, errorResult } from "./result.ts";
import { TOOLS } from "./tools.ts";
import { Reading } from "./reading.ts";

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
  const reading = new Reading(ctx);
  if (caller.kind === "anyone" && ctx.groups.length === 0) throw missingCredential("mcp");
  try {
    return await answer(reading, tool, readArguments(given));
  } catch (error) {
    if (!(error instanceof HttpError && ANSWERED.includes(error.code))) throw error;
    return errorResult(textOf(error));
  }
}

type Read = <P extends Parameters>(parameters: P) => Values<P>;

async function answer(reading: Reading, tool: ToolName, read: Read): Promise<CallResult> {
  const { ctx } = reading;
  switch (tool) {
    case "search":
      return await findItems(reading, read(TOOLS.search.parameters));
    case "fetch": {
      const values = read(TOOLS.fetch.parameters);
      await ctx.live.ensureFreshRecents();
      return await fetchItem(reading, values);
    }
    case "schedule":
      return await listSchedule(reading, read(TOOLS.schedule.parameters));
    case "birthdays":
      return listBirthdays(reading, read(TOOLS.birthdays.parameters));
    case "live": {
      const values = read(TOOLS.live.parameters);
      await Promise.all([ON_AIR.ready(ctx), ctx.live.ensureFreshRecents()]);
      return await listLive(reading, values);
    }
    case "changes": {
      const values = read(TOOLS.changes.parameters);
      await ctx.changes.ready();
      return listChanges(reading, values);
    }
  }
}

const NO_QUERY: Query = new Map();

/** Reads arguments as the body of a request is read. */
function readArguments(given: unknown = {}): Read {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw invalidParameter("arguments", "an object");
  }
  const source = { query: NO_QUERY, body: given as JsonBody };
  return (parameters) => readParameters(source, parameters, {}).values;
}

/** A refusal in words: the hint that callers of the API get, or its message. */
function textOf({ message, details: { after = {} } }: HttpError): string {
  const { hint, oldest } = after;
  return hint ?? (oldest === undefined ? message : `${message}; the oldest cursor is ${oldest}`);
}
