import type { Core } from "../../core/core.ts";
import { freeShareOf } from "../../store/store_disk.ts";
import { DAY_MS, MINUTE_MS } from "../../toolbox/durations.ts";
import type { ConditionKind } from "./conditions.ts";

/** What a process sees of one trouble at once. */
export interface Finding {
  readonly kind: ConditionKind;
  /** Which of several: a platform, a sink; left out if there is only one. */
  readonly what?: string;
  readonly isBad: boolean;
  /** The facts, in a few words; never a secret. */
  readonly detail: string;
  /** How long it is seen before it is reported, in ms; default: as long as its kind says. */
  readonly afterMs?: number;
}

type Source = ReturnType<Core["live"]["view"]["sources"]>[number];
type Sink = ReturnType<Core["audit"]["state"]>["sinks"][number];

/** Below this part of the disk free it is low; it has room again from the second part on. */
const LOW_SHARE = 0.05;
const ROOM_SHARE = 0.06;
/** So many wrong admin pairs between two looks are no slips of the keyboard. */
const MANY_WRONG = 50;
/** So many letters of sign-up between two looks are no ordinary day. */
const MANY_LETTERS = 50;
/** A platform that never answered is given so long: a program that has just started has asked none. */
const NEVER_ANSWERED_MS = 10 * MINUTE_MS;
/** A larger step of the clock makes days and periods begin at other times. */
const LARGE_STEP_MS = MINUTE_MS;
/** A step stays to be seen for so long: the store may be away when it is made. */
const STEP_SHOWN_MS = 2 * MINUTE_MS;

/** Creates what looks for trouble in one process: counts are of what came since the last look. */
export function createObserver(core: Core, maxContentDays: number) {
  const { platform: { clock }, store: { path }, access, audit, live, onDeploy } = core;
  // An instance on Deno Deploy sleeps while no request comes: its clock always steps.
  const ahead = () => onDeploy ? 0 : clock.now() - core.elapsed();
  let step = { ms: 0, at: -Infinity };
  let isDiskLow = false;
  // Letters that were asked for, sent or not.
  let letters = 0;
  core.counting.on("signup", (event) => {
    if (event === "asked" || event === "too_many") letters++;
  });
  const counts = () => {
    const { total: wrong, refused } = access.wrongPasswords;
    return { wrong, refused, letters, ahead: ahead() };
  };
  let before = { wrong: 0, refused: 0, letters: 0, ahead: ahead() };

  function clockStep(stepMs: number): Finding {
    if (Math.abs(stepMs) > LARGE_STEP_MS) step = { ms: stepMs, at: core.elapsed() };
    const seconds = Math.round(Math.abs(step.ms) / 1_000);
    const detail = step.ms < 0 ? `Set back by ${seconds} s.` : `Ahead by ${seconds} s at once.`;
    return { kind: "clock_stepped", isBad: core.elapsed() - step.at < STEP_SHOWN_MS, detail };
  }

  async function disk(): Promise<Finding[]> {
    if (path === undefined) return [];
    const share = await core.readDiskSpace(path).then(freeShareOf).catch(() => undefined);
    if (share === undefined) return [];
    isDiskLow = share < (isDiskLow ? ROOM_SHARE : LOW_SHARE);
    return [{
      kind: "disk_low",
      isBad: isDiskLow,
      detail: `${(100 * share).toFixed(1)} % are free.`,
    }];
  }

  function content(): Finding[] {
    const { builtAt } = core.content();
    // Nobody knows when it was built.
    if (builtAt === 0) return [];
    const days = (clock.now() - builtAt) / DAY_MS;
    const detail = `It was built ${Math.floor(days)} days ago.`;
    return [{ kind: "content_old", isBad: days > maxContentDays, detail }];
  }

  return async function look(): Promise<readonly Finding[]> {
    const now = counts();
    const last = before;
    before = now;
    return [
      {
        kind: "password_guessing",
        isBad: now.refused > last.refused || now.wrong - last.wrong >= MANY_WRONG,
        detail: `Since this process started ${now.wrong} were wrong, and ${now.refused} were ` +
          "refused without a look.",
      },
      {
        kind: "signup_flood",
        isBad: now.letters - last.letters >= MANY_LETTERS,
        detail: `Since this process started ${now.letters} letters were asked for.`,
      },
      clockStep(now.ahead - last.ahead),
      ...content(),
      ...await disk(),
      ...audit.state().sinks.map(sink),
      // What is known of platforms comes through the store, and grows old with it.
      ...(access.storeState() === "down"
        ? []
        : live.view.sources().flatMap((one) => [platform(one), format(one)])),
    ];
  };
}

/** Another process may have posted what this one could not: then nothing waits. */
function sink({ sink, state, waiting }: Sink): Finding {
  const isBad = state === "stopped" || (state === "failing" && waiting > 0);
  return {
    kind: "audit_channel_down",
    what: sink,
    isBad,
    detail: `Entries that wait: ${waiting}.`,
  };
}

/** `down` is what has not answered for 10 minutes. */
function platform({ name, state, age_ms }: Source): Finding {
  const finding = { kind: "platform_down", what: name, isBad: state === "down" } as const;
  if (age_ms === undefined) {
    return { ...finding, detail: "It has never answered.", afterMs: NEVER_ANSWERED_MS };
  }
  return { ...finding, detail: `It last answered ${Math.floor(age_ms / MINUTE_MS)} minutes ago.` };
}

/** What the last good answer held stays known until there is a newer one, or none has come for long. */
function format({ name, state, dropped: { malformed = 0 } }: Source): Finding {
  const isBad = malformed > 0 && (state === "ok" || state === "stale");
  const detail = `Entries of its last answer that were left out as malformed: ${malformed}.`;
  return { kind: "platform_changed", what: name, isBad, detail };
}
