/**
 * This room plays a live platform, so that a local start has somebody on air.
 *
 * @module
 */

import { type DemoAccount, demoAnswer } from "./demo_answer.ts";

/** A running demonstration. */
export interface DemoPlatform {
  /** For `IDN_URL` and `SHOWROOM_URL` both. */
  readonly url: string;
  close(): Promise<void>;
}

/** What {@linkcode startDemoPlatform} needs. */
export interface DemoPlatformOptions {
  /** Asked anew for each answer, so that edited content plays along at once. */
  readonly accounts: () => readonly DemoAccount[];
  /** Epoch ms. */
  readonly now: () => number;
}

/**
 * Plays IDN Live and SHOWROOM on a free port of the loopback address, with broadcasts that start
 * and end by themselves: so that a newcomer sees live entries come and go without any key.
 */
export function startDemoPlatform({ accounts, now }: DemoPlatformOptions): DemoPlatform {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => demoAnswer(accounts(), new URL(request.url), now()),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    close: () => server.shutdown(),
  };
}
