import { networkOf } from "../../address/client_address.ts";
import { parseAddress } from "../../address/ip_address.ts";
import { tooMany } from "../../http/http_error.ts";
import type { Clock } from "../../platform/clock.ts";
import { createRateLimiter } from "../limits/rate_limiter.ts";
import { type Gate, OPEN_GATE } from "./gate.ts";

/**
 * How fast a network may ask for public pages: a page is one request, and a school or a mobile network has
 * many readers behind one address.
 */
const PAGE_RATE = { per_second: 10, burst: 100 };

/** Creates the gate of public pages: it reads no credential, and keeps each network to a rate. */
export function createPageGate(clock: Clock): Gate {
  const rates = createRateLimiter(clock);
  return {
    ...OPEN_GATE,
    charge(caller, { address }) {
      const waitMs = rates.take(networkOf(parseAddress(address)), PAGE_RATE);
      return waitMs > 0 ? tooMany(waitMs) : caller;
    },
  };
}
