import type { Gate } from "../access/gate/gate.ts";
import type { Content } from "../catalog/content.ts";
import { joinHeaders } from "../http/fixed_headers.ts";
import { HttpError, tryAgain } from "../http/http_error.ts";
import { respondStream } from "../http/respond.ts";
import type { Renewal } from "../events/audience.ts";
import type { OpenStream } from "./exchange.ts";
import type { StreamSlots } from "./stream_slots.ts";

/**
 * Creates what opens streams: it throws `TRY_AGAIN` while the server ends, or if it has as many streams as
 * it may. A stream holds no content, since it outlives many builds: `content` gives what is served now.
 * `ofData`: the gate of families without one of their own.
 */
export function createOpenStream(
  slots: StreamSlots,
  content: () => Content,
  ofData: Gate,
): OpenStream {
  return ({ request, match, admitted, headers }, open, further) => {
    const { family: { gate = ofData }, access } = match;
    const all = joinHeaders(joinHeaders(headers, admitted.headers), further);
    if (slots.isDraining) throw tryAgain("This server is about to end; connect again");
    // A stream without a reader would stay open.
    if (request.method === "HEAD") return respondStream(null, all);
    const plans = () => content().catalog.index.plans;
    const onGone = slots.take(admitted.caller, plans());
    try {
      return respondStream(open({ renew, mayRead, onGone }), all);
    } catch (error) {
      onGone();
      throw error;
    }

    async function renew(): Promise<Renewal> {
      try {
        const outcome = await gate.admit(request, access, plans());
        return outcome instanceof HttpError ? "refused" : "renewed";
      } catch (error) {
        return error instanceof HttpError && !PASSING.includes(error.code) ? "refused" : "later";
      }
    }

    function mayRead(group: string) {
      return gate.mayRead?.(request, { ...access, group }) ?? true;
    }
  };
}

/** Refusals that say nothing against the caller: one whose stream they ended could come back at once. */
const PASSING: readonly HttpError["code"][] = ["RATE_LIMITED", "TRY_AGAIN"];
