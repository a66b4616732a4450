import {
  type Audience,
  type AudienceRequest,
  createAudience,
  eventChunk,
} from "../events/audience.ts";
import type { PlatformStates } from "./state.ts";
import type { LiveView } from "./view.ts";

interface LiveStreamRequest extends AudienceRequest {
  readonly group: string;
}

/** The streams of who is on air. */
export type LiveStreams = Audience<LiveStreamRequest>;

/** The whole list of a group as it was last encoded. */
interface Snapshot {
  readonly revision: number;
  readonly seq: number;
  readonly chunk: Uint8Array;
}

/** What the kinds of events begin with that broadcasts have; live streams leave it out. */
const LIVE = "live.";
const KINDS: ReadonlySet<string> = new Set(["live.started", "live.resumed", "live.ended"]);

/** Creates the streams of who is on air: a snapshot, and from its place on the log's events of broadcasts. */
export function createLiveStreams(
  deps: Parameters<typeof createAudience>[0] & {
    readonly states: PlatformStates;
    readonly view: LiveView;
    /** Whether anything is shown at all: else every listener has the empty list, and nothing follows. */
    readonly on: boolean;
    /** Notes a stream that is open until the returned function is called. */
    readonly addListener: () => () => void;
  },
): LiveStreams {
  const { feed, states, view, on, addListener } = deps;
  // Each is encoded once per group, for all who listen.
  const snapshots = new Map<string, Snapshot>();

  function snapshotOf(group: string): Snapshot {
    // The lists hold all up to the last event of a broadcast; what came after it is sent.
    const seq = Math.max(states.seq(), feed.floor());
    const revision = view.revision();
    const before = snapshots.get(group);
    if (before?.revision === revision && before.seq === seq) return before;
    const chunk = eventChunk(seq, "snapshot", JSON.stringify(view.list(group)));
    const snapshot = { revision, seq, chunk };
    snapshots.set(group, snapshot);
    return snapshot;
  }

  const audience = createAudience<LiveStreamRequest>(deps, {
    // The lists may know of an event that the log in memory does not have yet.
    head: () => Math.max(feed.head(), states.seq()),
    sync: async () => void await Promise.all([feed.sync(), states.sync()]),
    begin: ({ group }) => snapshotOf(group),
    beginsAgain: true,
    wants: ({ group }, event) => on && event.group === group && KINDS.has(event.type),
    chunkOf: ({ seq, type, data }) =>
      eventChunk(seq, type.slice(LIVE.length), JSON.stringify(data)),
  });

  return {
    ...audience,
    open(request) {
      const release = addListener();
      const onGone = () => {
        release();
        request.onGone();
      };
      return audience.open({ ...request, onGone });
    },
  };
}
