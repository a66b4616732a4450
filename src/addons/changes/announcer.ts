import { setImmediate } from "node:timers/promises";
import type { Catalog } from "../../catalog/catalog.ts";
import type { Content } from "../../catalog/content.ts";
import type { Announced, Tombstone } from "../../core/announced.ts";
import {
  comparedNames,
  compareLists,
  countChanges,
  indexLists,
  type ItemList,
  itemName,
  type ListIndex,
} from "../../model/content_items.ts";
import { readItems } from "../../model/read_items.ts";
import type { Env } from "../../platform/env.ts";
import type { KvEntry } from "../../platform/kv.ts";
import { processName } from "../../platform/random.ts";
import { follow } from "../../store/follow.ts";
import { type BackOff, halfJitterMs } from "../../toolbox/back_off.ts";
import { ANNOUNCED_HEAD, type AnnouncedHead, type AnnounceStore } from "./announce_store.ts";
import { announceBuild, type AnnouncedState, type GoneItem } from "./announcement.ts";
import { buildEvents } from "./build_events.ts";
import type { ContentAt } from "./item_events.ts";
import type { AppendOnce } from "./once_log.ts";

interface LastAnnouncement extends Omit<AnnouncedState, "modified"> {
  readonly head: AnnouncedHead;
  /** When items were modified, by their names, in epoch ms; of others, when content was first seen. */
  readonly modified: ReadonlyMap<string, number>;
}

interface AnnouncerDeps extends Env {
  readonly store: AnnounceStore;
  readonly appendOnce: AppendOnce;
  /** How often to read announcements that the watch may not have seen, in ms. */
  readonly pollMs: number;
  content(): Pick<Content, "catalog" | "builtAt">;
}

const RETRY: BackOff = { firstMs: 500, maxMs: 30_000 };
/** Each attempt to announce a build that fails means that another process was first. */
const MAX_ATTEMPTS = 10;

/**
 * Creates what announces the builds that this process serves, and follows what others announce. It asks the
 * store nothing before its first `sync()` or `ready()`.
 */
export function createAnnouncer(deps: AnnouncerDeps) {
  const { kv, random, pollMs, store } = deps;
  const followed = follow<LastAnnouncement>(deps, {
    watch: (changed) => kv.watch([ANNOUNCED_HEAD], changed),
    pollMs: () => pollMs,
    retryMs: (failures) => halfJitterMs(RETRY, failures, random.fraction()),
    outage: {
      away: "Cannot read or write what was announced; trying again",
      back: "Read what was announced",
    },
    load,
  });

  /** Announces what is served if it is news, and reads what was announced last. */
  async function load(before: LastAnnouncement | undefined): Promise<LastAnnouncement> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const entry = await store.head();
      const { value: head } = entry;
      const content = deps.content();
      if (head === null || !isAnnounced(head, content)) {
        // Won or not, there is another head.
        await announce(deps, entry, content);
      } else if (before?.head.set === head.set) {
        return before;
      } else {
        const { modified, ...state } = await store.state(head);
        return { ...state, head, modified: new Map(modified) };
      }
    }
    throw new Error("other processes announce all the time");
  }

  /** @throws {Error} before it is ready */
  function last(): LastAnnouncement {
    if (followed.value === undefined) {
      throw new Error("Cannot say what was announced: wait for ready()");
    }
    return followed.value;
  }

  function gone(group: string, kind: string, now: number): readonly GoneItem[] {
    return (followed.value?.gone ?? []).filter((one) =>
      one.kind === kind && one.group === group && one.until > now
    );
  }

  const announced: Announced = {
    ready: followed.ready,
    modifiedAt(group, kind, id) {
      const { modified, head: { since } } = last();
      return modified.get(itemName({ group, kind, id })) ?? since;
    },
    removed: (group, kind, now) =>
      gone(group, kind, now).filter((one) => one.start !== undefined) as Tombstone[],
    wasRemoved: (group, kind, name, now) =>
      gone(group, kind, now).some(({ id, slug, former = [] }) =>
        [id, slug, ...former].includes(name)
      ),
    version: () => followed.value?.head.set ?? "",
  };
  return {
    announced,
    last,
    /** The build that was announced last; undefined before it is read. */
    build: () => followed.value?.head.build,
    /**
     * What the announced build has not, or at another time or in another state: each as `<group>/<kind>/<id>`.
     */
    async takenBack({ catalog, now }: ContentAt): Promise<ReadonlySet<string>> {
      const { lists } = await store.items(last().head);
      const own = await listItems(catalog);
      const changes = comparedNames(own, lists)
        .flatMap((name) => compareLists(own.get(name), lists.get(name), now))
        .filter(({ change, fields }) => change === "removed" || fields.some((one) => DUE.has(one)));
      return new Set(
        changes.map(({ group, kind, id, former_id = id }) => `${group}/${kind}/${former_id}`),
      );
    },
    /** Announces what is served if it is news, and goes on to follow the store. Never rejects. */
    sync: followed.sync,
    subscribe: followed.subscribe,
    stop: followed.stop,
  };
}

/** The fields that say whether and when something falls due. */
const DUE = new Set(
  "state date time start_at setlist members tickets birth_date joined graduated status".split(" "),
);

/** Whether a build says nothing new: it was announced, or it is older than what was. */
function isAnnounced(
  head: AnnouncedHead,
  { catalog: { index: { build } }, builtAt }: Pick<Content, "catalog" | "builtAt">,
): boolean {
  return head.build === build || builtAt <= head.built_at;
}

async function listItems({ index: { groups }, pack }: Catalog): Promise<ListIndex> {
  const lists: ItemList[] = [];
  for (const group of groups) {
    for (const list of readItems(pack, group)) {
      lists.push(list);
      await setImmediate();
    }
  }
  return indexLists(lists);
}

/**
 * Announces a build after the head: its pieces lie there before, under a name of their own; then the head, the
 * entries of the log and the marks of those that are logged once are in one commit. Another process may be
 * first; then nothing is.
 */
async function announce(
  { clock, random, log, store, appendOnce }: AnnouncerDeps,
  { value: last, version }: KvEntry<AnnouncedHead>,
  { catalog, builtAt }: Pick<Content, "catalog" | "builtAt">,
): Promise<void> {
  const { index: { build } } = catalog;
  const before = last === null ? undefined : await store.items(last);
  const lists = await listItems(catalog);
  const now = clock.now();
  // Calendars count changes in whole seconds.
  const at = Math.max(now, last === null ? 0 : (Math.floor(last.at / 1000) + 1) * 1000);
  const since = last?.since ?? at;
  const times = { build, now, at, since };
  const what = await announceBuild(before, lists, times, () => setImmediate());
  const seq = (last?.seq ?? 0) + 1;
  const set = processName(random);
  const head = await store.prepare({ seq, build, built_at: builtAt, at, since, set }, what);
  const planned = before === undefined
    ? []
    : buildEvents({ catalog, now: clock.now() }, build, what, before.state.gone);
  const checks = [{ key: ANNOUNCED_HEAD, version }];
  if (!await appendOnce(planned, { checks, writes: [head] })) return;
  if (before !== undefined) {
    log.info("Announced what changed", { build, ...countChanges(what.changes) });
  }
  await store.sweep();
}
