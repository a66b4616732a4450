/** How a kind of trouble is judged and reported. */
interface Condition {
  /** In how many looks in a row a process has to see it before it is reported: one look each 30 s. */
  readonly looks: number;
  readonly began: string;
  readonly over: string;
  readonly advice: string;
}

/** The kinds of trouble that are reported to operators, and how. */
const CONDITIONS = {
  audit_channel_down: {
    looks: 5,
    began: "The audit channel takes no messages",
    over: "The audit channel takes messages again",
    advice: "Uses of priority tokens stay on record and are sent later. Check the channel, and " +
      "AUDIT_WEBHOOK_URL or AUDIT_SINK_URL; after a 404, restart the service.",
  },
  platform_down: {
    looks: 3,
    began: "A live platform cannot be asked",
    over: "A live platform answers again",
    advice: "Its broadcasts are not shown meanwhile. /status gives the reason.",
  },
  platform_changed: {
    looks: 7,
    began: "Entries of a live platform cannot be read",
    over: "The entries of a live platform can be read again",
    advice:
      "It answers, and broadcasts among these are not shown: it may have changed what it sends. " +
      "Look whether a newer version of the program reads it.",
  },
  disk_low: {
    looks: 3,
    began: "The disk of the store is almost full",
    over: "The disk of the store has room again",
    advice: "Make room on the disk of KV_PATH: on a full disk nothing can be counted or recorded.",
  },
  password_guessing: {
    looks: 1,
    began: "Somebody guesses passwords of administrators",
    over: "Passwords of administrators are not guessed any more",
    advice:
      "Nothing can be found by guessing: passwords are made by chance, and right ones open all the " +
      "same. The log names the networks. Keep /admin and /api/admin from the internet if they are not " +
      "needed there.",
  },
} satisfies Readonly<Record<string, Condition>>;

export type ConditionKind = keyof typeof CONDITIONS;

/** The condition of an alert, such as `disk_low` or `platform_down idn`. */
export function conditionOf(alert: string): Condition {
  return CONDITIONS[alert.split(" ", 1)[0] as ConditionKind];
}
