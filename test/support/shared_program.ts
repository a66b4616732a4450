import { createProgram, type Program, type ProgramOptions } from "./program.ts";

/** What tests that change nothing use of a program. */
export type SharedProgram = Pick<Program, "ask" | "json"> & AsyncDisposable;

const shared = new Map<string, Promise<Program>>();

/**
 * A program that tests of one file share, which only ask it: it is made once for each content and
 * instant, and its answers are checked when a test disposes of it.
 */
export async function sharedProgram(
  { content, now, narrowTo }: Pick<ProgramOptions, "content" | "now" | "narrowTo">,
): Promise<SharedProgram> {
  const name = JSON.stringify([content, now, narrowTo]);
  let program = shared.get(name);
  if (program === undefined) {
    const options = { content, ...now !== undefined && { now }, ...narrowTo && { narrowTo } };
    shared.set(name, program = createProgram(options));
  }
  const { ask, json, check } = await program;
  return { ask, json, [Symbol.asyncDispose]: check };
}
