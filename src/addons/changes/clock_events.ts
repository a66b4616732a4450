import type { Catalog } from "../../catalog/catalog.ts";
import type { LogEntry } from "../../events/event.ts";
import type { TicketSaleItem } from "../../model/item/logged_event.ts";
import type { Env } from "../../platform/env.ts";
import { follow } from "../../store/follow.ts";
import { type BackOff, backOffMs } from "../../toolbox/back_off.ts";
import { DAY_MS, HOUR_MS } from "../../toolbox/durations.ts";
import { birthdaysBetween, datedEvents, type DueEvent, nextDue } from "./due_events.ts";
import type { ContentAt } from "./item_events.ts";
import type { AppendOnce } from "./once_log.ts";

/** What fell due while no process ran is logged so much later at most. */
const LATE_MS = DAY_MS;
/** A process that serves another build than the one announced last leaves it to others for so long. */
const OTHERS_FIRST_MS = 30_000;
/** A timer is never set for longer: machines sleep, and clocks are set. */
const MAX_WAIT_MS = HOUR_MS;
const RETRY: BackOff = { firstMs: 1_000, maxMs: 30_000 };
/** What falls due at once is logged in several commits. */
const ENTRIES_A_COMMIT = 7;
/** Other processes may log the same at the same time; then there is less left to log. */
const MAX_ATTEMPTS = 10;

/** The kind of the item that an entry is about. */
function kindOf({ type, data }: LogEntry): string {
  if (type === "ticket.sale") return (data as TicketSaleItem).kind;
  return type === "birthday.today" ? "member" : type.split(".")[0]!;
}

/**
 * Logs what falls due by the clock: when it is asked to, at the instant, and again after a failure. It does
 * nothing before the first `sync()`.
 */
export function createClockEvents(
  deps: Pick<Env, "clock" | "log"> & {
    readonly appendOnce: AppendOnce;
    catalog(): Catalog;
    /** The build that was announced last; undefined if that is not known. */
    announcedBuild(): string | undefined;
    /** What that build took back or moved of this content: each as `<group>/<kind>/<id>`. */
    takenBack(at: ContentAt): Promise<ReadonlySet<string>>;
  },
) {
  const { clock } = deps;
  let known: { readonly catalog: Catalog; readonly events: readonly DueEvent[] } | undefined;
  return follow<object>(deps, {
    pollMs() {
      const now = clock.now() - delayMs();
      return Math.min(MAX_WAIT_MS, nextDue(dated(), { catalog: deps.catalog(), now }) - now);
    },
    retryMs: (failures) => backOffMs(RETRY, failures),
    outage: { away: "Cannot log what has fallen due; trying again" },
    async load() {
      const at = contentNow();
      const [from, to] = [at.now - LATE_MS, at.now - delayMs()];
      const due = [...dated(), ...birthdaysBetween(at, from, to)]
        .filter((event) => event.due > from && event.due <= to)
        .flatMap((once) => once.entries(at).map((entry) => ({ entry, once })));
      const takenBack = delayMs() > 0 ? await deps.takenBack(at) : new Set();
      const planned = due
        .filter(({ entry }) => !takenBack.has(`${entry.group}/${kindOf(entry)}/${entry.subject}`));
      for (let n = 0; n < planned.length; n += ENTRIES_A_COMMIT) {
        const some = planned.slice(n, n + ENTRIES_A_COMMIT);
        let attempts = MAX_ATTEMPTS;
        while (!await deps.appendOnce(some)) {
          if (--attempts === 0) throw new Error("other processes log the same all the time");
        }
      }
      return undefined;
    },
  });

  /** How long what falls due is left to others. */
  function delayMs(): number {
    const announced = deps.announcedBuild() ?? deps.catalog().index.build;
    return announced === deps.catalog().index.build ? 0 : OTHERS_FIRST_MS;
  }

  function contentNow(): ContentAt {
    return { catalog: deps.catalog(), now: clock.now() };
  }

  /** What falls due of the content that is served at instants known beforehand, once for each catalog. */
  function dated(): readonly DueEvent[] {
    const at = contentNow();
    if (known?.catalog !== at.catalog) known = { catalog: at.catalog, events: datedEvents(at) };
    return known.events;
  }
}
