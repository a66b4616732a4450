import type { Kv } from "../../src/platform/kv.ts";
import type { DirectNet } from "../../src/platform/net.ts";
import { createFakeNet, type FakeNet } from "./fake_net.ts";
import { ON_AIR as CONTENT } from "./contents.ts";
import { issueKey, issueToken } from "./issue.ts";
import { createManualClock, type ManualClock } from "./manual_clock.ts";
import { createProgram, type Program } from "./program.ts";
import { PLATFORMS } from "./world.ts";

export { PLATFORMS };

export { createBusyNet, emptyScene, fillScene } from "./busy_platforms.ts";

/** Two bare groups and a wrapped one with accounts of every kind. */
export const ON_AIR = CONTENT.content;

/** 17:00 in Jakarta, on the day of a graduation. */
export const NOW = Date.parse(CONTENT.now);

/** What a program is made of; what is left out is its own. */
export interface LiveProgramOptions {
  readonly clock?: ManualClock;
  readonly kv?: Kv;
  readonly net?: FakeNet;
  /** Addresses of callers' webhooks; the machine's own network where left out. */
  readonly direct?: DirectNet;
  /** A process that has just started: it has not looked at the store, and polls when it is asked. */
  readonly isCold?: boolean;
  /** Milliseconds of a clock that nobody sets; left out: the machine's. */
  readonly elapsed?: () => number;
  readonly onDeploy?: boolean;
  /** Variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A {@linkcode Program} that polls platforms without sockets, from its start. */
export interface LiveProgram extends Program {
  readonly net: FakeNet;
  /** Makes a key of a plan, and waits until it is known. */
  issue(plan: string, groups?: readonly string[]): Promise<{ id: string; secret: string }>;
  /** Makes a priority token, and waits until it is known. */
  issueToken(): Promise<{ id: string; secret: string }>;
  /** Lets time pass, while somebody asks who is on air. */
  pass(ms: number): Promise<void>;
}

export async function createLiveProgram(options: LiveProgramOptions = {}): Promise<LiveProgram> {
  const { clock = createManualClock(NOW), net = createFakeNet(), isCold = false } = options;
  const program = await createProgram({
    ...options,
    ...{ clock, net, content: ON_AIR, plans: "content", plan: "free" },
    env: { LIVE: "on", ...PLATFORMS, ...options.env },
  });
  const { service, stores } = program;
  if (!isCold) service.live.start();
  await clock.advance(0);
  return Object.assign(program, {
    net,
    async issue(plan: string, groups: readonly string[] = []) {
      const issued = await issueKey(stores, { plan, groups, ips: [], createdAt: clock.now() });
      await clock.advance(0);
      return issued;
    },
    async issueToken() {
      const issued = await issueToken(stores, `Fans ${crypto.randomUUID()}`);
      await clock.advance(0);
      return issued;
    },
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 5_000) {
        service.live.noteRequest();
        await clock.advance(Math.min(left, 5_000));
      }
    },
  });
}
