import type { Settings } from "../../platform/settings.ts";
import { kvFileOf } from "../../store/kv_file.ts";

/** Where the figures of a process are served, whatever host the service has. */
export const METRICS_HOST = "127.0.0.1";

/** The ports of protocols whose addresses may leave them out; those of mail as its library has them. */
const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  "http:": 80,
  "https:": 443,
  "smtp:": 587,
  "smtps:": 465,
};

/**
 * All hosts that the settings name, each with its port where it has one: what the server listens on and
 * what it asks. Callers' webhooks may lie anywhere else.
 */
export function namedHosts(settings: Settings): string[] {
  const { HOST, PORT, WEBHOOK_ALLOW } = settings;
  const addresses = askedAddresses(settings).filter((address) => address !== undefined);
  return [
    ...new Set([
      withPort(HOST, PORT),
      ...metricsPorts(settings).map((port) => withPort(METRICS_HOST, port)),
      ...addresses.map(hostOf),
      ...WEBHOOK_ALLOW.flatMap(allowedHost),
    ]),
  ];
}

/** A host and its port, as the runtime's permissions write them. */
export function withPort(hostname: string, port: number): string {
  return hostname.includes(":") ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}

/** What has to be allowed to listen on a port, and to look for a free one where it is 0. */
export function listenedHost(hostname: string, port: number): string {
  return port === 0 ? withPort(hostname, port).slice(0, -":0".length) : withPort(hostname, port);
}

/** The runtime's permissions have no ranges of IPv6. */
function allowedHost(entry: string): string[] {
  if (!entry.includes(":")) return [entry];
  return entry.includes("/") ? [] : [`[${entry}]`];
}

function metricsPorts({ METRICS_PORT, PROCESSES }: Settings): number[] {
  if (METRICS_PORT === undefined) return [];
  return Array.from({ length: PROCESSES }, (_, n) => METRICS_PORT + n);
}

function askedAddresses(settings: Settings): (string | undefined)[] {
  const { KV_PATH, LIVE } = settings;
  const { IDN_URL, SHOWROOM_URL, YOUTUBE_URL, YOUTUBE_FEED_URL } = settings;
  return [
    KV_PATH !== undefined && kvFileOf(KV_PATH) === undefined ? KV_PATH : undefined,
    ...LIVE ? [IDN_URL, SHOWROOM_URL, YOUTUBE_URL, YOUTUBE_FEED_URL] : [],
    settings.AUDIT_WEBHOOK_URL,
    settings.AUDIT_SINK_URL,
    settings.ALERT_WEBHOOK_URL,
    settings.SMTP_URL,
  ];
}

function hostOf(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || DEFAULT_PORTS[protocol]}`;
}
