/** The kinds of trouble that an operator is told of. */
export type ConditionKind =
  | "store_away"
  | "audit_channel_down"
  | "content_old"
  | "platform_down"
  | "platform_changed"
  | "disk_low"
  | "password_guessing"
  | "clock_stepped";

/** What a process sees of one trouble at one look. */
export interface Condition {
  readonly kind: ConditionKind;
  /** Which of several: a platform, a sink; "" where there is one. */
  readonly what: string;
  readonly isBad: boolean;
  /** The facts, in a few words; never a secret. */
  readonly detail: string;
  /** How long it has to be seen before it is told, in ms; left out: as long as its kind says. */
  readonly afterMs?: number;
}

/** How a kind of trouble is judged and told. */
interface KindRules {
  /** How long one process has to see it before it is told, in ms. */
  readonly afterMs: number;
  /** How long nobody may have seen it before it is over, in ms. */
  readonly quietMs: number;
  readonly began: string;
  readonly over: string;
  /** What to do about it. */
  readonly advice: string;
}

const MINUTE_MS = 60_000;

export const CONDITION_KINDS: Readonly<Record<ConditionKind, KindRules>> = {
  store_away: {
    afterMs: MINUTE_MS,
    quietMs: MINUTE_MS,
    began: "The store does not answer",
    over: "The store answers again",
    advice: "Keys go on from what they have leased, then they are refused. Look at the log, at " +
      "KV_PATH, and at the disk or the server it names.",
  },
  audit_channel_down: {
    afterMs: 2 * MINUTE_MS,
    quietMs: 5 * MINUTE_MS,
    began: "The audit channel takes no messages",
    over: "The audit channel takes messages again",
    advice: "Uses of priority tokens stay on record and are told later. Look at the channel, and " +
      "at AUDIT_WEBHOOK_URL or AUDIT_SINK_URL; after a 404 the service has to be started again.",
  },
  content_old: {
    afterMs: 0,
    quietMs: MINUTE_MS,
    began: "The content is old",
    over: "The content is new again",
    advice: "See whether builds still run and reach OUT_DIR.",
  },
  platform_down: {
    afterMs: MINUTE_MS,
    quietMs: 5 * MINUTE_MS,
    began: "A live platform cannot be asked",
    over: "A live platform answers again",
    advice: "Its broadcasts are not shown meanwhile. /status gives the reason.",
  },
  platform_changed: {
    afterMs: 3 * MINUTE_MS,
    quietMs: 5 * MINUTE_MS,
    began: "Entries of a live platform cannot be read",
    over: "The entries of a live platform can be read again",
    advice:
      "It answers, and broadcasts among these are not shown: it may have changed what it sends. " +
      "Look whether a newer version of the program reads it.",
  },
  disk_low: {
    afterMs: MINUTE_MS,
    quietMs: 5 * MINUTE_MS,
    began: "The disk of the store is almost full",
    over: "The disk of the store has room again",
    advice: "Make room where KV_PATH lies: on a full disk nothing can be counted or recorded.",
  },
  password_guessing: {
    afterMs: 0,
    quietMs: 10 * MINUTE_MS,
    began: "Somebody guesses passwords of administrators",
    over: "Passwords of administrators are not guessed any more",
    advice:
      "Networks that guess are slowed down; administrators in others are not. The log names " +
      "the networks. Passwords of some length are safe; keep /admin and /api/admin from the internet " +
      "if nobody needs them there.",
  },
  clock_stepped: {
    afterMs: 0,
    quietMs: 10 * MINUTE_MS,
    began: "The clock was set, or the machine slept",
    over: "The clock is steady again",
    advice: "Days, quotas and birthdays follow the clock. See that time is kept by NTP.",
  },
};

/** Names a trouble in the store and in messages: `platform_down idn`. */
export function subjectOf({ kind, what }: Pick<Condition, "kind" | "what">): string {
  return what === "" ? kind : `${kind} ${what}`;
}
