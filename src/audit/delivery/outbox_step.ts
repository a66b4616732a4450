import { isHeldByAnother } from "../../shared_state/claim.ts";
import type { Cursor } from "./cursor.ts";
import { nextPostAt } from "./cursor.ts";
import type { Sink } from "./sink.ts";

/** What an outbox does next. */
export type OutboxStep =
  /** Nothing waits: sleep until woken. */
  | { readonly kind: "sleep" }
  /** Look again at this instant, epoch ms. */
  | { readonly kind: "look"; readonly at: number }
  /** Post the next message now. */
  | { readonly kind: "post" };

/** What the decision depends on besides the cursor. */
export interface OutboxView {
  /** Uses on record that were not posted. */
  readonly waiting: number;
  /** This process's name in the cursor. */
  readonly holder: string;
  readonly sink: Pick<Sink, "due" | "pace">;
  /** Epoch ms. */
  readonly now: number;
  /** From 0 to 1, so that processes do not meet again. */
  readonly chance: number;
}

/** Decides what to do about the uses that wait. */
export function decideOutboxStep(cursor: Cursor, view: OutboxView): OutboxStep {
  const { waiting, holder, now, chance } = view;
  if (waiting === 0) return { kind: "sleep" };
  if (isHeldByAnother(cursor, holder, now)) {
    return { kind: "look", at: cursor.heldUntil + chance * 1_000 };
  }
  const at = postableAt(cursor, view);
  return at > now ? { kind: "look", at } : { kind: "post" };
}

function postableAt(cursor: Cursor, { waiting, sink }: OutboxView): number {
  const { batch, batchAt, foldedAt, posts, retryAt } = cursor;
  const due = batch === null ? sink.due(waiting, batchAt, foldedAt) : 0;
  return Math.max(due, retryAt, nextPostAt(posts, sink.pace));
}
