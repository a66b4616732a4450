import {
  type AskPlatform,
  createUpstreamFetch,
  type PollContext,
  type PollResult,
} from "../../src/live/platforms/upstream.ts";
import { createOutboundFetch } from "../../src/platform/outbound_fetch.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createFakeNet } from "../support/fake_net.ts";
import { ROSTER, START } from "./live_harness.ts";

/** What an adapter needs, without a poller around it. */
export function createSourceHarness() {
  const clock = createManualClock(START);
  const net = createFakeNet();
  return {
    clock,
    net,
    scene: net.scene,
    fetch: createUpstreamFetch(createOutboundFetch({ net, clock }), clock),
  };
}

/** Polls once. */
export function poll(ask: AskPlatform, more: Partial<PollContext> = {}): Promise<PollResult> {
  const { signal } = new AbortController();
  return ask({ signal, roster: ROSTER, known: new Map(), sourceState: null, ...more });
}
