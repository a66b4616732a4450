import type { PostOutcome } from "../delivery/outcome.ts";

/** What an operator is told: that a trouble began, or that it is over. */
export interface AlertMessage {
  /** The same whenever this message is sent again. */
  readonly id: string;
  readonly type: "alert.began" | "alert.over";
  /** What it is about: `platform_down idn`. */
  readonly subject: string;
  /** One line. */
  readonly title: string;
  /** The facts and what to do, one paragraph each. */
  readonly paragraphs: readonly string[];
  /** When it began, epoch ms. */
  readonly beganAt: number;
  /** When it was over, epoch ms; null while it is there. */
  readonly overAt: number | null;
}

/** A place where operators are told. */
export interface AlertChannel {
  /** Names its mark in the store. */
  readonly name: string;
  /** How long an attempt takes at most, in ms. */
  readonly claimMs: number;
  /** Never rejects. `signal` ends it early where it can. */
  post(message: AlertMessage, signal: AbortSignal): Promise<PostOutcome>;
}
