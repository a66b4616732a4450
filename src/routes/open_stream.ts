import type { Content } from "../catalog/catalog.ts";
import type { Gate } from "../access/gate/gate.ts";
import type { GetService } from "../core/service_key.ts";
import { HttpError, tryAgain } from "../http/http_error.ts";
import { joinHeaders } from "../http/fixed_headers.ts";
import { respondStream } from "../http/respond.ts";
import type { Renewal } from "../events/audience.ts";
import type { StreamRequest } from "./answer_context.ts";
import type { AdmittedExchange } from "./exchange.ts";
import type { StreamSlots } from "./stream_slots.ts";

/** What streams are opened with. */
export interface StreamDeps {
  /** The content that is served now; another one after a swap. */
  content(): Content;
  readonly service: GetService;
  /** That of families without one of their own. */
  readonly gate: Gate;
  readonly slots: StreamSlots;
}

/**
 * Answers with a stream, which its caller is let in to again from time to time. It holds no content: a
 * stream outlives many builds.
 *
 * @throws {HttpError} while the server ends, or if it has as many streams as it may
 */
export function openStream(
  { slots, content, service, gate: ofData }: StreamDeps,
  { request, match, admitted, headers }: AdmittedExchange,
  open: (stream: StreamRequest) => ReadableStream<Uint8Array>,
): Response {
  const { family: { gate = ofData }, endpoint, access } = match;
  const own = endpoint?.dependency?.headers?.(service) ?? [];
  const all = joinHeaders(joinHeaders(headers, admitted.headers), own);
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
      const admitted = await gate.admit(request, access, plans());
      if (!(admitted instanceof HttpError)) return "renewed";
      return PASSING.includes(admitted.code) ? "later" : "refused";
    } catch (error) {
      return error instanceof HttpError && !PASSING.includes(error.code) ? "refused" : "later";
    }
  }

  function mayRead(group: string) {
    return gate.mayRead?.(request, { ...access, group }) ?? true;
  }
}

/** Refusals that say nothing against the caller: one whose stream they ended could come back at once. */
const PASSING: readonly HttpError["code"][] = ["RATE_LIMITED", "TRY_AGAIN"];
