import { MINUTE_MS } from "../../toolbox/durations.ts";

/** How a kind of trouble is judged and reported. */
interface Condition {
  /** How long one process has to see it before it is reported, in ms. */
  readonly afterMs: number;
  /** How long no process may have seen it before it is over, in ms. */
  readonly quietMs: number;
  readonly began: string;
  readonly over: string;
  readonly advice: string;
}

/** The kinds of trouble that are reported to operators, and how. */
export const CONDITIONS = {
  audit_channel_down: {
    afterMs: 2 * MINUTE_MS,
    quietMs: 5 * MINUTE_MS,
    began: "The audit channel takes no messages",
    over: "The audit channel takes messages again",
    advice: "Uses of priority tokens stay on record and are sent later. Check the channel, and " +
      "AUDIT_WEBHOOK_URL or AUDIT_SINK_URL; after a 404, restart the service.",
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
    advice: "Make room on the disk of KV_PATH: on a full disk nothing can be counted or recorded.",
  },
  password_guessing: {
    afterMs: 0,
    quietMs: 10 * MINUTE_MS,
    began: "Somebody guesses passwords of administrators",
    over: "Passwords of administrators are not guessed any more",
    advice:
      "Nothing can be found by guessing: passwords are made by chance, and right ones open all the " +
      "same. The log names the networks. Keep /admin and /api/admin from the internet if they are not " +
      "needed there.",
  },
  signup_flood: {
    afterMs: 0,
    quietMs: 30 * MINUTE_MS,
    began: "Very many letters of sign-up are asked for",
    over: "Letters of sign-up are asked for as usual again",
    advice:
      "Each network and each e-mail gets a few letters at most, and no key without its letter. " +
      '"signup close" stops sign-up at once, and "key list --search signup" shows the keys that were made.',
  },
  clock_stepped: {
    afterMs: 0,
    quietMs: 10 * MINUTE_MS,
    began: "The clock was set, or the machine slept",
    over: "The clock is steady again",
    advice: "Days, quotas and birthdays follow the clock. See that time is kept by NTP.",
  },
} satisfies Readonly<Record<string, Condition>>;

export type ConditionKind = keyof typeof CONDITIONS;

/** The condition of an alert, such as `disk_low` or `platform_down idn`; undefined if this program has none. */
export function conditionOf(alert: string): Condition | undefined {
  const [kind = ""] = alert.split(" ", 1);
  return Object.hasOwn(CONDITIONS, kind) ? CONDITIONS[kind as ConditionKind] : undefined;
}
