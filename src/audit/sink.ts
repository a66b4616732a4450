import type { Source } from "../delivery/endpoint.ts";
import { createWebhookPoster, signedHeaders, webhookKey } from "../delivery/post.ts";
import type { OutboundDeps } from "../platform/outbound_fetch.ts";
import { type Entry, type EntryKind, isoInstant, printedEntry } from "./entries.ts";
import type { Receiver } from "./use_log.ts";

/** Entries of one message at most. */
const BATCH = 1_000;
const SPACING_MS = 1_000;

interface SinkDeps extends OutboundDeps {
  /** The setting AUDIT_SINK_URL. */
  readonly url: string;
  /** The setting AUDIT_SINK_SECRET: `whsec_` and base64. */
  readonly secret: string;
  readonly source: Source<Entry>;
}

/**
 * A webhook after Standard Webhooks 1.0: JSON `{type: "audit.uses", timestamp, data: {from, until, uses[],
 * admin[]}}`, at most 1,000 entries each, signed; `admin` is there where administrators did something in
 * between. A message that is sent again keeps its `webhook-id`.
 *
 * @throws {TypeError} for a bad secret
 */
export function createSink(deps: SinkDeps): Receiver {
  const { clock, url, secret, source } = deps;
  const key = webhookKey(secret);
  if (key === undefined) {
    throw new TypeError('Cannot use AUDIT_SINK_SECRET: expected "whsec_" and a secret in base64');
  }
  const post = createWebhookPoster(deps);
  return {
    id: "audit webhook",
    source,
    batch: BATCH,
    subjectOf: () => "",
    beginsAt: (_waiting, begunAt) => begunAt + SPACING_MS,
    async send(entries, _attempt, signal) {
      const [from, until] = [entries[0]!.seq, entries.at(-1)!.seq];
      const ofKind = (wanted: EntryKind) =>
        entries.map(printedEntry).filter(({ kind }) => kind === wanted)
          .map(({ kind: _, ...entry }) => entry);
      const [uses, admin] = [ofKind("use"), ofKind("admin")];
      const { at } = entries.at(-1)!.value;
      const data = { from, until, uses, ...(admin.length > 0 && { admin }) };
      const body = JSON.stringify({ type: "audit.uses", timestamp: isoInstant(at), data });
      // In a store that was restored the same numbers come again, for other entries.
      const id = `audit_${from}_${until}_${at}`;
      const headers = signedHeaders(key, id, Math.floor(clock.now() / 1_000), body);
      return await post({ url, headers, body }, signal);
    },
  };
}
