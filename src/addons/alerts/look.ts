import type { Core } from "../../core/core.ts";
import { freeShareOf } from "../../store/store_disk.ts";
import { MINUTE_MS } from "../../toolbox/durations.ts";
import type { ConditionKind } from "./conditions.ts";

/** The troubles that a process sees, each with its facts in a few words, never a secret. */
export type Troubles = ReadonlyMap<string, string>;

/** Below this part of the disk free it is low. */
const LOW_SHARE = 0.05;
/** So many wrong admin pairs between two looks are no slips of the keyboard. */
const MANY_WRONG = 50;
/** A platform that never answered is given so long: a program that has just started has asked none. */
const NEVER_ANSWERED_MS = 10 * MINUTE_MS;

/** Creates what looks for trouble in one process: counts are of what came since the last look. */
export function createLook(core: Core): () => Promise<Troubles> {
  const { platform: { clock }, store: { path }, access, audit, live, startedAt } = core;
  let last = { total: 0, refused: 0 };

  return async function look() {
    const troubles = new Map<string, string>();
    const see = (kind: ConditionKind, what: string, detail: string) =>
      void troubles.set(`${kind} ${what}`.trimEnd(), detail);

    const { total, refused } = access.wrongPasswords;
    if (refused > last.refused || total - last.total >= MANY_WRONG) {
      const detail = `${total} were wrong, and ${refused} were refused without a look.`;
      see("password_guessing", "", `Since this process started ${detail}`);
    }
    last = { total, refused };

    const free = path && await core.readDiskSpace(path).then(freeShareOf).catch(() => undefined);
    if (typeof free === "number" && free < LOW_SHARE) {
      see("disk_low", "", `${(100 * free).toFixed(1)} % are free.`);
    }

    for (const { sink, state, waiting } of audit.state().sinks) {
      // Another process may have posted what this one could not: then nothing waits.
      if (state === "ok" || (state === "failing" && waiting === 0)) continue;
      see("audit_channel_down", sink, `Entries that wait: ${waiting}.`);
    }

    // What is known of platforms comes through the store, and grows old with it.
    const sources = access.storeState() === "down" ? [] : live.view.sources();
    for (const { name, state, age_ms, dropped: { malformed = 0 } } of sources) {
      if (state === "down" && age_ms !== undefined) {
        const minutes = Math.floor(age_ms / MINUTE_MS);
        see("platform_down", name, `It last answered ${minutes} minutes ago.`);
      } else if (state === "down" && clock.now() - startedAt > NEVER_ANSWERED_MS) {
        see("platform_down", name, "It has never answered.");
      } else if ((state === "ok" || state === "stale") && malformed > 0) {
        const detail = `Entries of its last answer that were left out as malformed: ${malformed}.`;
        see("platform_changed", name, detail);
      }
    }
    return troubles;
  };
}
