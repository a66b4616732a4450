import type { ErrorCode } from "../../http/error_table.ts";
import { HttpError } from "../../http/http_error.ts";
import { type Parameters, readParameters } from "../../http/parameter.ts";
import type { JsonBody } from "../../http/request.ts";
import { FETCH, SEARCH } from "./find.ts";
import { BIRTHDAYS, CHANGES, LIVE, SCHEDULE } from "./lists.ts";
import type { Reader } from "./reader.ts";
import { type CallResult, textResult } from "./result.ts";

const TOOLS = {
  search: SEARCH,
  fetch: FETCH,
  schedule: SCHEDULE,
  birthdays: BIRTHDAYS,
  live: LIVE,
  changes: CHANGES,
};

type ToolName = keyof typeof TOOLS;

export const TOOL_NAMES = Object.keys(TOOLS) as readonly ToolName[];

export function isTool(name: unknown): name is ToolName {
  return typeof name === "string" && Object.hasOwn(TOOLS, name);
}

/** The list of the tools, as the protocol has it. */
export const TOOL_LIST = TOOL_NAMES.map((name) => {
  const { title, description, parameters } = TOOLS[name];
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(parameters),
    annotations: { title, readOnlyHint: true, openWorldHint: false },
  };
});

function inputSchema(parameters: Parameters) {
  const entries = Object.entries(parameters);
  return {
    type: "object" as const,
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
const ANSWERED: readonly ErrorCode[] = ["INVALID_PARAMETER", "NOT_FOUND"];

/** Calls a tool. Its arguments are read as the body of a request is. @throws {HttpError} `TRY_AGAIN` */
export async function callTool(
  name: ToolName,
  args: JsonBody,
  reader: Reader,
): Promise<CallResult> {
  const { parameters, answer } = TOOLS[name];
  try {
    const { values } = readParameters({ query: new Map(), body: args }, parameters, {});
    return await answer(reader, values);
  } catch (error) {
    if (!(error instanceof HttpError && ANSWERED.includes(error.code))) throw error;
    return { ...textResult(error.details.after?.hint ?? error.message), isError: true };
  }
}
