import { DAY_MS, MINUTE_MS } from "../toolbox/durations.ts";

/** What a process observes of one trouble at once. */
export interface Condition {
  readonly kind: ConditionKind;
  /** Which of several: a platform, a sink; "" if there is only one. */
  readonly what: string;
  readonly isBad: boolean;
  /** The facts, in a few words; never a secret. */
  readonly detail: string;
  /** How long it is seen before it is reported, in ms; default: as long as its kind says. */
  readonly afterMs?: number;
}

/** How a kind of trouble is judged and reported. */
interface KindRules {
  /** How long one process has to see it before it is reported, in ms. */
  readonly afterMs: number;
  /** How long no process may have seen it before it is over, in ms. */
  readonly quietMs: number;
  readonly began: string;
  readonly over: string;
  readonly advice: string;
}

/** The kinds of trouble that are reported to operators, and how. */
export const CONDITION_KINDS = {
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
      '"signup close" stops sign-up at once, and "key list --signup" shows the keys that were made.',
  },
  clock_stepped: {
    afterMs: 0,
    quietMs: 10 * MINUTE_MS,
    began: "The clock was set, or the machine slept",
    over: "The clock is steady again",
    advice: "Days, quotas and birthdays follow the clock. See that time is kept by NTP.",
  },
} satisfies Readonly<Record<string, KindRules>>;

export type ConditionKind = keyof typeof CONDITION_KINDS;

/** Names a trouble in the store and in messages: `platform_down idn`. */
export function subjectOf({ kind, what }: Pick<Condition, "kind" | "what">): string {
  return what === "" ? kind : `${kind} ${what}`;
}

/** A platform as `/status` reports it. */
interface ObservedSource {
  readonly name: string;
  readonly state: string;
  /** The age of the last success, in ms; absent if there was none. */
  readonly age_ms?: number;
  /** Entries of its last good answer that were left out, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
}

/** What is observed. */
export interface ObserverDeps {
  readonly now: () => number;
  readonly storeState: () => "ok" | "down";
  readonly sources: () => readonly ObservedSource[];
  readonly sinks: () => readonly {
    readonly sink: string;
    readonly waiting: number;
    readonly state: "ok" | "failing" | "stopped";
  }[];
  /** Admin pairs since the start: wrong ones, and those refused after too many. */
  readonly guesses: () => { readonly total: number; readonly refused: number };
  /** Letters of sign-up that were asked for since the start. */
  readonly lettersAsked: () => number;
  /** When the content was built, epoch ms; 0 if that is unknown. */
  readonly builtAt: () => number;
  readonly maxContentDays: number;
  /** Which part of the store's disk is free, 0 to 1; undefined if it is on none of this machine. */
  readonly freeDiskShare: () => Promise<number | undefined>;
}

/** Below this part of the disk free it is low; it has room again from the second part on. */
const LOW_SHARE = 0.05;
const ROOM_SHARE = 0.06;
/** So many wrong admin pairs between two observations are no slips of the keyboard. */
const MANY_WRONG = 50;
/** So many letters of sign-up between two observations are no ordinary day. */
const MANY_LETTERS = 50;
/** A platform that never answered is given so long, in ms: a program that has just started has asked none. */
const NEVER_ANSWERED_MS = 600_000;

/** Creates the observer of one process. */
export function createObserver(deps: ObserverDeps): () => Promise<readonly Condition[]> {
  let isDiskLow = false;
  let before = { wrong: 0, refused: 0 };
  let lettersBefore = 0;

  /** What came since the last observation. */
  function guessing(): Condition {
    const { total: wrong, refused } = deps.guesses();
    const isBad = refused > before.refused || wrong - before.wrong >= MANY_WRONG;
    before = { wrong, refused };
    const detail = `Since this process started ${wrong} were wrong, and ${refused} were refused ` +
      "without a look.";
    return { kind: "password_guessing", what: "", isBad, detail };
  }

  function flood(): Condition {
    const letters = deps.lettersAsked();
    const isBad = letters - lettersBefore >= MANY_LETTERS;
    lettersBefore = letters;
    const detail = `Since this process started ${letters} letters were asked for.`;
    return { kind: "signup_flood", what: "", isBad, detail };
  }

  async function disk(): Promise<Condition[]> {
    const share = await deps.freeDiskShare().catch(() => undefined);
    if (share === undefined) return [];
    isDiskLow = share < (isDiskLow ? ROOM_SHARE : LOW_SHARE);
    const detail = `${(100 * share).toFixed(1)} % are free.`;
    return [{ kind: "disk_low", what: "", isBad: isDiskLow, detail }];
  }

  return async () => {
    const isAway = deps.storeState() === "down";
    const diskSeen = await disk();
    const detail = ["Seen by one process.", ...diskSeen.map((one) => `Disk: ${one.detail}`)];
    const store = { what: "", isBad: isAway, detail: detail.join(" ") };
    return [
      { kind: "store_away", ...store },
      ...diskSeen,
      guessing(),
      flood(),
      ...content(deps),
      ...deps.sinks().map(sink),
      // What is known of platforms comes through the store, and grows old with it.
      ...(isAway ? [] : deps.sources().flatMap((one) => [platform(one), format(one)])),
    ];
  };
}

function content({ now, builtAt, maxContentDays }: ObserverDeps): Condition[] {
  if (builtAt() === 0) return [];
  const days = (now() - builtAt()) / DAY_MS;
  const detail = `It was built ${Math.floor(days)} days ago.`;
  return [{ kind: "content_old", what: "", isBad: days > maxContentDays, detail }];
}

/** Another process may have posted what this one could not: then nothing waits. */
function sink({ sink, state, waiting }: ReturnType<ObserverDeps["sinks"]>[number]): Condition {
  const isBad = state === "stopped" || (state === "failing" && waiting > 0);
  const detail = `Entries that wait: ${waiting}.`;
  return { kind: "audit_channel_down", what: sink, isBad, detail };
}

/** `down` is what has not answered for 10 minutes. */
function platform({ name, state, age_ms }: ObservedSource): Condition {
  const condition = { kind: "platform_down", what: name, isBad: state === "down" } as const;
  if (age_ms === undefined) {
    return { ...condition, detail: "It has never answered.", afterMs: NEVER_ANSWERED_MS };
  }
  const minutes = Math.floor(age_ms / 60_000);
  return { ...condition, detail: `It last answered ${minutes} minutes ago.` };
}

/** What the last good answer held stays known until there is a newer one, or none has come for long. */
function format({ name, state, dropped: { malformed = 0 } }: ObservedSource): Condition {
  const isBad = malformed > 0 && (state === "ok" || state === "stale");
  const detail = `Entries of its last answer that were left out as malformed: ${malformed}.`;
  return { kind: "platform_changed", what: name, isBad, detail };
}
