import type { Gate } from "../../access/gate/gate.ts";
import { identifyPair, type PairDeps } from "../../access/gate/admin_gate.ts";
import { ANYONE } from "../../access/gate/caller.ts";
import { readAdminPair, readBearer } from "../../access/gate/credentials.ts";
import { noCredential } from "../../access/gate/refusals.ts";
import { createAnswer } from "../../http/answer.ts";
import { HttpError, unlessRefused } from "../../http/http_error.ts";
import { andThen } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/request.ts";
import { OPEN_METRICS_TYPE } from "../../telemetry/service_metrics.ts";
import { type UncachedRoute, uncachedRoute } from "../route.ts";
import { hash, timingSafeEqual } from "node:crypto";

const encoder = new TextEncoder();

/** `/metrics`: the figures of this process, for monitoring systems. */
export function createMetricsRoute(text: () => string): UncachedRoute {
  return uncachedRoute({
    id: "metrics",
    path: "metrics",
    summary: "The figures of this process",
    answers: { document: "application/openmetrics-text" },
    parameters: {},
    handler({ ctx: { now } }) {
      const holds = { madeAt: now, validUntil: now };
      return createAnswer(encoder.encode(text()), holds, { contentType: OPEN_METRICS_TYPE });
    },
  });
}

/**
 * Lets in a caller who brings METRICS_TOKEN (`token`) as a bearer, or an admin pair. For all others there is
 * no such path. A credential that came with two values is as if absent.
 */
export function createMetricsGate(
  deps: PairDeps & { readonly token: string | undefined },
): Gate {
  const digest = deps.token === undefined ? undefined : digestOf(deps.token);
  return {
    identify(request) {
      if (hasToken(request, digest)) return ANYONE;
      const pair = unlessRefused(() => readAdminPair(request));
      if (pair === undefined) return new HttpError("NOT_FOUND");
      return andThen(
        identifyPair(deps, pair, request, "admin", noCredential("admin")),
        (outcome) => outcome instanceof HttpError ? new HttpError("NOT_FOUND") : outcome,
      );
    },
    charge: (caller) => caller,
    settle() {},
    noteRefused() {},
  };
}

function hasToken({ headers }: ParsedRequest, digest: Uint8Array | undefined): boolean {
  const bearer = unlessRefused(() => readBearer(headers));
  return digest !== undefined && bearer !== undefined && timingSafeEqual(digestOf(bearer), digest);
}

function digestOf(text: string): Uint8Array {
  return hash("sha256", text, "buffer");
}
