import type { KeyRecord } from "../../access/records/key_store.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import type { OpenWebhook } from "../records/webhook_record.ts";
import { type Cursors, isFree } from "./cursors.ts";
import { type EndpointState, nextAttemptAt } from "./endpoint.ts";
import { isTold } from "./filter.ts";
import type { LogReader } from "./log_reader.ts";

/** What the sender of a process knows from one look to the next. */
export interface SenderState {
  readonly deps: {
    readonly clock: Clock;
    readonly random: Random;
    webhooks(): ReadonlyMap<string, OpenWebhook>;
    keyOf(keyId: string): KeyRecord | undefined;
  };
  /** Names this process in the cursors. */
  readonly holder: string;
  readonly cursors: Cursors;
  readonly log: LogReader;
  /** The webhooks of the last list. */
  known: ReadonlyMap<string, OpenWebhook>;
  /** Whether the store may have other cursors than are known. */
  mustList: boolean;
  isClosing: boolean;
  /** When the cursors were last listed, and stored, epoch ms; 0: never. */
  listedAt: number;
  flushedAt: number;
}

/** The endpoints that may be told something now. */
export function activeEndpoints({ deps, cursors }: SenderState): EndpointState[] {
  const now = deps.clock.now();
  return [...cursors.endpoints.values()].filter(({ webhook }) =>
    isTold(deps.keyOf(webhook.record.keyId), now)
  );
}

/** The endpoints whose cursors this process holds. */
export function heldEndpoints({ cursors }: SenderState): EndpointState[] {
  return [...cursors.endpoints.values()].filter(({ isMine }) => isMine);
}

/** The endpoints that this process may claim, and for which something is to be done now. */
export function freeWithWork(sender: SenderState): EndpointState[] {
  const now = sender.deps.clock.now();
  return activeEndpoints(sender).filter((one) =>
    isFree(one, sender.holder, now) && hasWork(one, now)
  );
}

/** Whether an event waits for an endpoint now. */
export function hasWork(endpoint: EndpointState, now: number): boolean {
  return endpoint.hasUnread || nextAttemptAt(endpoint) <= now;
}
