import type { RecordTokenUse } from "../access/gate/data_gate.ts";
import { type AddressList, createAddressList } from "../address/ip_address.ts";
import { type Audit, createAudit } from "../audit/audit.ts";
import { endpointOf } from "../audit/endpoint_of.ts";
import type { Outbox } from "../delivery/endpoint.ts";
import { errorMessage } from "../platform/log.ts";
import type { Settings } from "../platform/settings.ts";
import { StartError } from "../platform/start_error.ts";
import type { Base } from "./base.ts";

/**
 * Reads a setting that lists addresses and ranges of them.
 *
 * @throws {StartError} naming the setting and the entry that is no address
 */
export function readAddressSetting(
  settings: Settings,
  name: "TRUSTED_PROXIES",
): AddressList {
  try {
    return createAddressList(settings[name]);
  } catch (error) {
    throw new StartError(`Cannot use ${name}: ${errorMessage(error)}`);
  }
}

/**
 * Opens the record of priority-token uses. `outbox`: what sends it, asked for after the start.
 *
 * @throws {StartError} if a sink's address or secret cannot be used
 */
export function openAudit(
  { platform, settings, store: { kv, auditDays } }: Base,
  outbox: () => Outbox,
): Audit {
  const { AUDIT_WEBHOOK_URL, AUDIT_SINK_URL, AUDIT_SINK_SECRET } = settings;
  if (AUDIT_SINK_SECRET !== undefined && AUDIT_SINK_URL === undefined) {
    throw new StartError(
      "Cannot use AUDIT_SINK_SECRET: AUDIT_SINK_URL is not set; set both, or neither",
    );
  }
  try {
    return createAudit({ ...platform, kv, outbox }, {
      auditDays,
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
export function recordUses({ record }: Audit): RecordTokenUse {
  return ({ at, token, secret, request, route, status }) =>
    record({
      at,
      token_id: token.id,
      name: token.name,
      email: token.email,
      ip: request.address,
      method: request.method,
      // An assistant names its tool in the body: the path says nothing.
      endpoint: endpointOf(route.includes(" ") ? route : request.target.path, [secret]),
      route,
      status,
    });
}
