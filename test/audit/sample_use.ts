import { type Clock, createClock } from "../../src/platform/clock.ts";
import type { Log } from "../../src/platform/log.ts";
import type { TokenUse } from "../../src/audit/entries.ts";

export const PEPPER = "a pepper for tests";

/** 1 July 2026, 00:00 UTC. */
export const START_MS = Date.UTC(2026, 6, 1);

/** An ordinary use, with what a test changes about it. */
export function sampleUse(changes: Partial<TokenUse> = {}): TokenUse {
  return {
    at: START_MS,
    token_id: "t_fans",
    name: "Forum Penggemar",
    email: "ops@fans.example",
    ip: "203.0.113.7",
    method: "GET",
    endpoint: "/api/groupb/members",
    route: "/api/{group}/members",
    status: 200,
    ...changes,
  };
}

/** A log that keeps its lines: level, message, fields as JSON. */
export function keptLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  const keep = (level: string) => (message: string, fields: object = {}) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  return { lines, info: keep("info"), warn: keep("warn"), error: keep("error") };
}

/** The machine's clock, with timers that keep the test alive. */
export const wallClock: Clock = createClock(Date.now, (delayMs, task) => {
  const timer = setTimeout(task, delayMs);
  return () => clearTimeout(timer);
});
