import type { Parameters, Values } from "../../http/parameter.ts";
import type { Reader } from "./reader.ts";
import type { CallResult } from "./result.ts";

/** A tool: what it takes, what assistants read of it, and how it answers. */
interface Tool<P extends Parameters = Parameters> {
  readonly title: string;
  readonly description: string;
  readonly parameters: P;
  /** @throws {HttpError} or rejects with it, if something that is named does not exist */
  answer(reader: Reader, values: Values<P>): Promise<CallResult>;
}

/** Declares a tool, with the values of its parameters. */
export function tool<P extends Parameters>(declared: Tool<P>): Tool {
  return declared as Tool;
}
