import type { AnnouncedBuild, AnnouncedHead, AnnounceStore } from "../announce/announce_store.ts";
import type { Announced } from "../announce/announced.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ItemChange } from "../changes/compare_items.ts";
import type { Clock } from "../platform/clock.ts";
import { changeEvents, fitsIntoLog } from "./change_events.ts";
import { birthdaysBetween, datedEvents, type DueEvent } from "./due_events.ts";
import type { ContentAt } from "./item_data.ts";
import type { OnceWriter } from "./once_writer.ts";

/** What logging the content works with. */
export interface LoggingContext {
  readonly clock: Clock;
  readonly store: AnnounceStore;
  readonly announced: Pick<Announced, "removed">;
  readonly writer: OnceWriter;
  /** What is served at the moment. */
  catalog(): Catalog;
  /** What falls due of it at instants known beforehand. */
  dated(): readonly DueEvent[];
}

/** What fell due while nobody ran is told of so much later at most. */
const LATE_MS = 24 * 3_600_000;

/** Logs what builds have changed, up to the one that was announced last. */
export async function logAnnouncements(
  context: LoggingContext,
  { seq }: AnnouncedHead,
): Promise<void> {
  const { store, writer } = context;
  const last = await writer.loggedSeq();
  if (last >= seq) return;
  for (const build of await store.builds()) {
    if (build.seq > last && build.seq <= seq) await logBuild(context, build);
  }
}

async function logBuild(context: LoggingContext, build: AnnouncedBuild): Promise<void> {
  const { clock, store, writer } = context;
  const isLate = build.at < clock.now() - LATE_MS;
  const changes = isLate ? [] : await store.changes(build);
  await writer.writeBuild(build.seq, planBuild(context, build, changes));
}

function planBuild(
  context: LoggingContext,
  { build }: AnnouncedBuild,
  changes: readonly ItemChange[],
) {
  const at = contentNow(context);
  const removedShows = (group: string) => context.announced.removed(group, "show", at.now);
  return changeEvents(at, { build, changes, removedShows, dated: context.dated() });
}

/** Logs what has fallen due up to `delayMs` ago. */
export async function logDues(context: LoggingContext, delayMs: number): Promise<void> {
  const { writer, dated } = context;
  const at = contentNow(context);
  const [from, to] = [at.now - LATE_MS, at.now - delayMs];
  const due = [...dated(), ...birthdaysBetween(at, from, to)]
    .filter((event) => event.due > from && event.due <= to && !writer.isLogged(event));
  const planned = due.flatMap((once) =>
    once.entries(at).filter(fitsIntoLog).map((entry) => ({ entry, once }))
  );
  await writer.writeDues(planned);
}

function contentNow({ catalog, clock }: LoggingContext): ContentAt {
  return { catalog: catalog(), now: clock.now() };
}

/** Finds what falls due of the content that is served, once for each catalog. */
export function createDatedEvents(
  { catalog, clock }: Pick<LoggingContext, "catalog" | "clock">,
): () => readonly DueEvent[] {
  let known: { readonly catalog: Catalog; readonly events: readonly DueEvent[] } | undefined;
  return () => {
    const served = catalog();
    if (known?.catalog !== served) {
      const events = datedEvents({ catalog: served, now: clock.now() });
      known = { catalog: served, events };
    }
    return known.events;
  };
}
