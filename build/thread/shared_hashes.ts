import type { HashedRuns } from "../changes/write_hashed.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import type { RenderThread } from "./render_thread.ts";
import type { SharedArticles } from "./shared_articles.ts";
import { createSharedWork } from "./shared_work.ts";

/** Hashes of groups' items, which two threads make. */
export interface SharedHashes {
  /** Begins to hash a group's items on the other thread, which has its articles. */
  share(content: GroupContent): void;
  /** What the other thread has hashed of a group. */
  of(content: GroupContent): HashedRuns | undefined;
}

/** A group is handed over as one text; larger ones would take too much memory there. */
const MOST_ITEMS = 100_000;

export function createSharedHashes(thread: RenderThread, articles: SharedArticles): SharedHashes {
  const parts = createSharedWork("hashes", thread);
  /** Where each group's stand. */
  const places = new Map<GroupContent, number>();
  return {
    share(content) {
      const most = mostRuns(content);
      if (most > MOST_ITEMS) return;
      const { place, ...job } = parts.add(most);
      places.set(content, place);
      const [first] = content.news;
      const news = first && articles.jobOf(first.file);
      thread.post({ kind: "hashes", content: plainContent(content), news, ...job });
    },
    of(content) {
      const first = places.get(content);
      return first === undefined ? undefined : { find: (place) => parts.take(first + place) };
    },
  };
}

/** As many runs as there can be: one of each item, or of none of a kind. */
function mostRuns(content: GroupContent): number {
  const { members, shows, news, events, releases, videocalls, setlists } = content;
  return [members, shows, news, events, releases, videocalls, setlists.file]
    .reduce((sum, { length }) => sum + Math.max(length, 1), 0);
}

/** All that is hashed but articles, as JSON: it is written and parsed in less time than objects are cloned. */
function plainContent(content: GroupContent): string {
  const { slug, group, members, shows, events, releases, videocalls, setlists } = content;
  return JSON.stringify({
    ...{ slug, group, news: [], setlists: { file: setlists.file } },
    ...{ members: plain(members), shows: plain(shows), events: plain(events) },
    ...{ releases: plain(releases), videocalls: plain(videocalls) },
  });
}

function plain<File>(entries: readonly Entry<File>[]): Omit<Entry<File>, "source">[] {
  return entries.map(({ slug, file }) => ({ slug, file }));
}
