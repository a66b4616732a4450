/** What runs on the other thread. */
import { JOBS } from "./jobs.ts";
import type { Answer, Question } from "./render_thread.ts";

globalThis.addEventListener("message", async (event) => {
  const { id, job, source }: Question = (event as MessageEvent).data;
  const answer: Answer = { id };
  try {
    answer.made = await JOBS[job](source as never);
  } catch (error) {
    answer.failure = error instanceof Error ? error.stack ?? error.message : String(error);
  }
  (globalThis as unknown as Worker).postMessage(answer);
});
