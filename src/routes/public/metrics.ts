import { hash, timingSafeEqual } from "node:crypto";
import { ANYONE, type Gate, noCredential } from "../../access/gate/access_request.ts";
import { identifyPair, type PairDeps } from "../../access/gate/admins.ts";
import { readAdminPair, readBearer } from "../../access/gate/credentials.ts";
import { createAnswer } from "../../http/answer.ts";
import { HttpError } from "../../http/http_error.ts";
import { andThen } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/request.ts";
import { OPEN_METRICS_TYPE } from "../../telemetry/service_metrics.ts";
import { type UncachedRoute, uncachedRoute } from "../route.ts";

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
 * no such path.
 */
export function createMetricsGate(
  deps: PairDeps & { readonly token: string | undefined },
): Gate {
  const digest = deps.token === undefined ? undefined : digestOf(deps.token);
  return {
    identify(request) {
      if (hasToken(request, digest)) return ANYONE;
      const pair = orUndefined(() => readAdminPair(request));
      if (pair === undefined) return new HttpError("NOT_FOUND");
      const access = { family: "admin" } as const;
      return andThen(
        identifyPair(deps, pair, request, access, noCredential(access)),
        (outcome) => outcome instanceof HttpError ? new HttpError("NOT_FOUND") : outcome,
      );
    },
    charge: (caller) => caller,
    settle() {},
    noteRefused() {},
  };
}

function hasToken({ headers }: ParsedRequest, digest: Uint8Array | undefined): boolean {
  const bearer = orUndefined(() => readBearer(headers));
  return digest !== undefined && bearer !== undefined && timingSafeEqual(digestOf(bearer), digest);
}

/** A credential that came twice is as if absent. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}

function digestOf(text: string): Uint8Array {
  return hash("sha256", text, "buffer");
}
