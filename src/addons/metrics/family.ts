import { admitFree, type Gate, NO_RULES } from "../../access/gate/gate.ts";
import { admitPair, type PairDeps } from "../../access/gate/admin_gate.ts";
import { ANYONE } from "../../access/gate/caller.ts";
import { readAdminPair, readBearer } from "../../access/gate/credentials.ts";
import { createAnswer } from "../../http/answer.ts";
import { HttpError, unlessRefused } from "../../http/http_error.ts";
import type { ParsedRequest } from "../../http/request.ts";
import { BARE_ENVELOPE } from "../../routes/envelope.ts";
import { createRouteTable, type Family } from "../../routes/family.ts";
import { type Route, route } from "../../routes/route.ts";
import { OPEN_METRICS_TYPE } from "./open_metrics.ts";
import { hash, timingSafeEqual } from "node:crypto";

const encoder = new TextEncoder();

/** What `/metrics` needs to know its callers. */
interface MetricsGateDeps extends PairDeps {
  /** METRICS_TOKEN; undefined: none opens it. */
  readonly token: string | undefined;
}

/** The family of `/metrics`, which only those see who may read it; `text` are the figures as they are now. */
export function metricsFamily(deps: MetricsGateDeps, text: () => string): Family {
  return {
    name: "public",
    root: "",
    methods: ["GET", "HEAD"],
    envelope: BARE_ENVELOPE,
    table: createRouteTable([createMetricsRoute(text)]),
    rules: NO_RULES,
    isPartial: true,
    isHidden: true,
    // As where there is nothing.
    hasErrorPages: true,
    gate: createMetricsGate(deps),
  };
}

/** `/metrics`: the figures of this process, for monitoring systems. */
function createMetricsRoute(text: () => string): Route {
  return route({
    id: "metrics",
    path: "metrics",
    summary: "The figures of this process",
    answers: { document: "application/openmetrics-text" },
    parameters: {},
    fresh({ ctx: { now } }) {
      const holds = { madeAt: now, validUntil: now };
      return createAnswer(encoder.encode(text()), holds, { contentType: OPEN_METRICS_TYPE });
    },
  });
}

/**
 * Lets in a caller who brings METRICS_TOKEN (`token`) as a bearer, or an admin pair. For all others there is
 * no such path. A credential that came with two values is as if absent.
 */
function createMetricsGate(deps: MetricsGateDeps): Gate {
  const digest = deps.token === undefined ? undefined : digestOf(deps.token);
  const hidden = new HttpError("NOT_FOUND");
  return {
    async admit(request) {
      if (hasToken(request, digest)) return admitFree(ANYONE);
      const pair = unlessRefused(() => readAdminPair(request));
      if (pair === undefined) throw hidden;
      return await admitPair(deps, pair, request, hidden).catch((error) => {
        throw error instanceof HttpError && error.code !== "TRY_AGAIN" ? hidden : error;
      });
    },
  };
}

function hasToken({ headers }: ParsedRequest, digest: Uint8Array | undefined): boolean {
  const bearer = unlessRefused(() => readBearer(headers));
  return digest !== undefined && bearer !== undefined && timingSafeEqual(digestOf(bearer), digest);
}

function digestOf(text: string): Uint8Array {
  return hash("sha256", text, "buffer");
}
