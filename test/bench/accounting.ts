import type { Caller } from "../../src/access/gate/caller.ts";
import type { Gate } from "../../src/access/gate/gate.ts";
import { noteRequest } from "../../src/routes/dispatch.ts";
import { BARE, V1, WRAPPED } from "../../src/routes/families.ts";
import { RequestContext } from "../../src/routes/request_context.ts";
import { matchBelow, type RouteMatch } from "../../src/routes/router.ts";
import { createTelemetry } from "../../src/telemetry/telemetry.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { spreadOf } from "./statistics.ts";

/** `deno run test/bench/accounting.ts`: what it costs to count a request, apart from all else. */
import process from "node:process";

const ROUNDS = 9;
const REQUESTS = 1_000_000;

const REQUEST = new Request("http://localhost/");
const CALLER: Caller = { kind: "anyone" };
const STATUSES = [200, 200, 200, 200, 304, 403, 404, 429];

/** Every endpoint that reads, as the router tells it. */
function allMatches(): RouteMatch[] {
  const gate: Gate = { identify: refuse, charge: refuse, settle: refuse, noteRefused: refuse };
  return [BARE, WRAPPED, V1].flatMap((table) =>
    table.table.routes.map(({ path }) =>
      matchBelow({ ...table, gate, vary: [] }, path.split("/")).reading
    )
  );
}

function refuse(): never {
  throw new Error("Nothing is asked for here");
}

/** Counts so many requests, endpoint after endpoint; µs of processor time for each of them. */
function measure(): number {
  const clock = createManualClock(0);
  const telemetry = createTelemetry({ clock, elapsed: () => performance.now() });
  const matches = allMatches();
  const responses = STATUSES.map((status) => ({ response: new Response(null, { status }) }));
  const began = cpuUs();
  for (let n = 0; n < REQUESTS; n++) {
    const context = new RequestContext(REQUEST, telemetry.elapsed());
    context.setClient("192.0.2.1", false, "p-1");
    context.matched = matches[n % matches.length];
    context.caller = CALLER;
    const { response } = responses[n % responses.length]!;
    noteRequest(telemetry, context, response);
  }
  const us = (cpuUs() - began) / REQUESTS;
  const { requests } = telemetry.requests.totals;
  if (requests !== REQUESTS) throw new Error(`Expected ${REQUESTS} counted, got ${requests}`);
  return us;
}

/** What this process has used, which other load on the machine does not change. */
function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

measure();
const { median, min, max } = spreadOf(Array.from({ length: ROUNDS }, measure));
console.log(`To count a request takes ${median} µs (${min} to ${max}, ${ROUNDS} rounds)`);
