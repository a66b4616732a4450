import type { Outcome } from "./command.ts";

/** The answer of every command that makes a secret. */
export function shownOnce(what: string, id: string, secret: string): Outcome {
  return {
    json: { id, secret },
    lines: [
      what,
      "",
      `  ${secret}`,
      "",
      "It is not shown again. Every server knows it within 3 seconds.",
    ],
  };
}
