import { type BackOff, backOffMs } from "../toolbox/back_off.ts";

const RESTART: BackOff = { firstMs: 1000, maxMs: 30_000 };
/** A server that has run this long counts as well again. */
const CALM_MS = 60_000;
/** All servers that die within this time, with none back, have one reason, which another start would not mend. */
const ALL_DEAD_MS = 10_000;

/** Decides how long to wait before a server that died is started again. */
interface RestartPlan {
  /** Notes a start; `now` in ms of any clock that only grows. */
  started(server: number, now: number): void;
  /** Notes that a server listens: it is no longer dead. */
  listens(server: number): void;
  /** The wait in ms; undefined where all servers died within 10 s and none listens again. */
  died(server: number, now: number): number | undefined;
}

export function createRestartPlan(count: number): RestartPlan {
  const servers = Array.from(
    { length: count },
    () => ({ startedAt: 0, diedAt: -Infinity, deaths: 0 }),
  );
  return {
    started(server, now) {
      servers[server]!.startedAt = now;
    },
    listens(server) {
      servers[server]!.diedAt = -Infinity;
    },
    died(server, now) {
      const one = servers[server]!;
      if (now - one.startedAt >= CALM_MS) one.deaths = 0;
      one.diedAt = now;
      if (servers.every(({ diedAt }) => now - diedAt <= ALL_DEAD_MS)) return undefined;
      return backOffMs(RESTART, one.deaths++);
    },
  };
}
