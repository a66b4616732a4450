import { createRateLimiter } from "../../access/limits/rate_limiter.ts";
import type { KeyRecord } from "../../access/records/key_store.ts";
import { mintId } from "../../access/records/secret.ts";
import { HttpError, tooMany } from "../../http/http_error.ts";
import type { DeliveryItem, WebhookList } from "../../model/answer/v1.ts";
import { deadline } from "../../platform/clock.ts";
import type { OutboundFetch } from "../../platform/outbound_fetch.ts";
import { FORMATS } from "./endpoint.ts";
import { type OpenWebhook, shownOf, type WebhookRecord } from "./record.ts";
import { exchange, outcomeOf, type SendDeps, sentBy, verify } from "./send.ts";
import { deliveryOf, readAttempts, type Seal, type WebhookStore } from "./store.ts";

type WebhookRequest =
  & Pick<WebhookRecord, "format" | "mention" | "types" | "groups" | "members">
  & { readonly url: string };

/** What owners do with their webhooks. */
export type OwnWebhooks = ReturnType<typeof createOwnWebhooks>;

interface OwnWebhooksDeps extends SendDeps {
  /** Whether an address is the operator's own. */
  isOwn(url: string): Promise<boolean>;
  readonly store: WebhookStore;
  readonly seal: Seal;
  /** The guarded client that asks an address for its proof: it waits 5 s. */
  readonly asking: OutboundFetch;
  head(): Promise<number>;
  maxWebhooks(key: KeyRecord): number;
  /** Reads the webhooks of the store again. Never rejects. */
  refresh(): Promise<void>;
}

/** How long the name in an address may take to be looked up. */
const LOOKUP_MS = 5_000;

/** Registrations and tests of one key: 6 at once, then one every 10 s. */
const RATE = { per_second: 0.1, burst: 6 };

/** Creates what owners do with their webhooks. */
export function createOwnWebhooks(deps: OwnWebhooksDeps) {
  const { kv, clock, random, store, seal } = deps;
  const rates = createRateLimiter(clock);

  async function find(key: KeyRecord, id: string): Promise<OpenWebhook> {
    const record = await store.find(key.id, id);
    const target = record && seal.open(record.id, record.sealed);
    if (record === undefined || target === undefined) throw new HttpError("NOT_FOUND");
    return { record, target };
  }

  function charge(key: KeyRecord): void {
    const waitMs = rates.take(key.id, RATE);
    if (waitMs > 0) throw tooMany(waitMs);
  }

  return {
    /**
     * Registers an address that proves that it wants events.
     *
     * @throws {HttpError} `LIMIT_REACHED`, `WEBHOOK_UNVERIFIED`, `RATE_LIMITED`
     */
    async register(
      key: KeyRecord,
      { url, format, ...filters }: WebhookRequest,
    ): Promise<{ id: string; secret: string }> {
      charge(key);
      const max = deps.maxWebhooks(key);
      if ((await store.listOf(key.id)).length >= max) throw limitReached();
      const id = mintId("w", random);
      const target = { url, secret: `whsec_${random.bytes(24).toBase64()}` };
      // A slow server of names keeps nobody waiting longer than an address does.
      const isOwn = await deadline(clock, LOOKUP_MS, deps.isOwn(url)).catch(() => false);
      const proof = FORMATS[format].proof(deps, target, isOwn);
      const wrong = await verify(deps.asking, proof);
      if (wrong !== undefined) {
        throw new HttpError("WEBHOOK_UNVERIFIED", { after: { hint: wrong } });
      }
      const sealed = seal.close(id, target);
      const record = { id, keyId: key.id, sealed, format, ...filters, createdAt: clock.now() };
      if (!await store.add(record, await deps.head(), max)) throw limitReached();
      await deps.refresh();
      return { id, secret: target.secret };
    },
    /** A key's webhooks, oldest first. */
    async list(key: KeyRecord): Promise<WebhookList["data"]> {
      return (await store.listOf(key.id)).flatMap((record) => {
        const { id, sealed, format, types, groups, members, mention } = record;
        const { offAt, offReason, createdAt } = record;
        const url = seal.open(id, sealed)?.url;
        return url === undefined ? [] : [{
          id,
          ...shownOf(url),
          format,
          types: [...types],
          groups: [...groups],
          members: [...members],
          ...(mention !== undefined && { mention }),
          state: offAt === undefined ? "on" : "off",
          ...(offReason !== undefined && { off_reason: offReason }),
          created_at: new Date(createdAt).toISOString(),
        }];
      });
    },
    /** @throws {HttpError} `NOT_FOUND` */
    async remove(key: KeyRecord, id: string): Promise<void> {
      if (!await store.remove(key.id, id)) throw new HttpError("NOT_FOUND");
      await deps.refresh();
    },
    /**
     * Sends a test at once, which is not repeated.
     *
     * @throws {HttpError} `NOT_FOUND`, `RATE_LIMITED`
     */
    async test(key: KeyRecord, webhookId: string): Promise<DeliveryItem> {
      const webhook = await find(key, webhookId);
      charge(key);
      const { format, groups } = webhook.record;
      const at = clock.now();
      const id = `${webhookId}_test_${at}`;
      const group = deps.groupOf(groups.length === 1 ? groups[0]! : "");
      const request = FORMATS[format].test(webhook, group, id, at);
      const outcome = outcomeOf(sentBy(await exchange(deps.outbound, request), clock.now()));
      return deliveryOf({
        id,
        event: "webhook.test",
        attempt: 1,
        at,
        outcome,
        ms: clock.now() - at,
      });
    },
    /**
     * The last 50 attempts, latest first.
     *
     * @throws {HttpError} `NOT_FOUND`
     */
    async deliveries(key: KeyRecord, id: string): Promise<readonly DeliveryItem[]> {
      await find(key, id);
      return await readAttempts(kv, id);
    },
  };
}

function limitReached(): HttpError {
  const hint = "DELETE /v1/webhooks/{id} ends one";
  return new HttpError("LIMIT_REACHED", { after: { hint } });
}
