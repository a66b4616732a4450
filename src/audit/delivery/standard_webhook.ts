import { createPostOnce, signedHeaders, webhookKey, webhookOutcome } from "../../delivery/post.ts";
import type { OutboundDeps } from "../../platform/outbound_fetch.ts";
import type { Planner, Sink } from "./sink.ts";
import { type AdminEntry, adminEntry } from "../entries/admin_entry.ts";
import { type UseEntry, useEntry } from "../entries/use.ts";

const ENTRIES_PER_MESSAGE = 1_000;
const BATCH_SPACING_MS = 1_000;

interface StandardWebhookDeps extends OutboundDeps {
  /** The setting AUDIT_SINK_URL. */
  readonly url: string;
  /** The setting AUDIT_SINK_SECRET: `whsec_` and base64. */
  readonly secret: string;
}

/**
 * A webhook after Standard Webhooks 1.0: JSON `{type: "audit.uses", timestamp, data: {from, until, head,
 * uses[], admin[]}}`, about 1,000 entries each, signed; `admin` is there where administrators did
 * something in between. A message that is sent again keeps its `webhook-id`.
 * Throws TypeError for a bad address or secret.
 */
export function createStandardWebhookSink(deps: StandardWebhookDeps): Sink {
  const { clock, url, secret } = deps;
  const key = keyOf(secret);
  const postOnce = createPostOnce(deps);
  if (!URL.canParse(url)) {
    throw new TypeError("Cannot use AUDIT_SINK_URL: expected an address that begins with https://");
  }
  return {
    name: "webhook",
    pace: [{ posts: 5, withinMs: 2_000 }, { posts: 120, withinMs: 60_000 }],
    remembers: false,
    due: (_waiting, lastBatchAt) => lastBatchAt + BATCH_SPACING_MS,
    room: () => ENTRIES_PER_MESSAGE,
    planner: createPlanner,
    async post({ id, body }, signal) {
      const headers = signedHeaders(key, id, Math.floor(clock.now() / 1_000), body);
      return webhookOutcome(await postOnce({ url, headers, body }, signal), clock);
    },
  };
}

function keyOf(secret: string): Uint8Array {
  const key = webhookKey(secret);
  if (key !== undefined) return key;
  throw new TypeError('Cannot use AUDIT_SINK_SECRET: expected "whsec_" and a secret in base64');
}

function createPlanner(): Planner {
  const uses: Omit<UseEntry, "kind">[] = [];
  const admin: Omit<AdminEntry, "kind">[] = [];
  let last: string | undefined;
  return {
    add(use) {
      const { kind: _, ...entry } = useEntry(use);
      uses.push(entry);
      last = entry.at;
    },
    addAct(act) {
      const { kind: _, ...entry } = adminEntry(act);
      admin.push(entry);
      last = entry.at;
    },
    full: () => uses.length + admin.length >= ENTRIES_PER_MESSAGE,
    finish({ from, until, head }) {
      const data = { from, until, head, uses, ...(admin.length > 0 && { admin }) };
      const body = JSON.stringify({ type: "audit.uses", timestamp: last, data });
      const message = { id: `audit_${from}_${until}_${head}`, body };
      return { messages: last === undefined ? [] : [message], folded: false, learned: () => [] };
    },
  };
}
