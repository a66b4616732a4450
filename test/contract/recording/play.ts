import type { Chapter } from "./chapters.ts";
import { createHarness, type FullAnswer } from "./harness.ts";
import { requestLine } from "./request_line.ts";
import type { Exchange } from "./transcript.ts";

/** Sends a chapter's requests to a program of its own, one after the other. */
export async function play(
  { name, harness, requests }: Chapter,
  onAnswer?: (answer: FullAnswer) => void,
): Promise<Exchange[]> {
  await using program = await createHarness(harness(), onAnswer);
  const exchanges: Exchange[] = [];
  for (const request of requests) {
    const line = requestLine(request);
    try {
      exchanges.push({ line, ...await program.send(request) });
    } catch (error) {
      throw new Error(`Cannot record "${line}" of "${name}"`, { cause: error });
    }
  }
  return exchanges;
}
