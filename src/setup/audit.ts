import type { RecordUse } from "../access/gate/token_gate.ts";
import { type Audit, createAudit } from "../audit/audit.ts";
import { endpointOf } from "../audit/entries/use.ts";
import { StartError } from "../platform/start_error.ts";
import type { Store } from "../store/store.ts";
import type { Settings } from "../platform/settings.ts";
import type { Platform } from "../platform/platform.ts";

/**
 * Opens the record of priority-token uses.
 *
 * @throws {StartError} where a sink's address or secret cannot be used
 */
export function openAudit(platform: Platform, settings: Settings, { kv, pepper }: Store): Audit {
  const { AUDIT_WEBHOOK_URL, AUDIT_SINK_URL, AUDIT_SINK_SECRET } = settings;
  if (AUDIT_SINK_SECRET !== undefined && AUDIT_SINK_URL === undefined) {
    throw new StartError(
      "Cannot use AUDIT_SINK_SECRET: AUDIT_SINK_URL is not set; set both, or neither",
    );
  }
  try {
    return createAudit({ ...platform, kv, pepper }, {
      mode: settings.AUDIT,
      retentionDays: settings.AUDIT_RETENTION_DAYS,
      ...(AUDIT_WEBHOOK_URL !== undefined && { webhookUrl: AUDIT_WEBHOOK_URL }),
      ...(AUDIT_SINK_URL !== undefined && { sinkUrl: AUDIT_SINK_URL }),
      ...(AUDIT_SINK_SECRET !== undefined && { sinkSecret: AUDIT_SINK_SECRET }),
    });
  } catch (error) {
    if (error instanceof TypeError) throw new StartError(error.message);
    throw error;
  }
}

/** Hands each use of a token to the record: who, from where, what for, and how it ended. */
export function recordUses({ record }: Audit): RecordUse {
  return ({ at, token, secret, request, route, status }) =>
    record({
      at,
      token_id: token.id,
      name: token.name,
      email: token.email,
      ip: request.address,
      method: request.method,
      endpoint: endpointOf(request.target.path, [secret]),
      route,
      status,
    });
}
