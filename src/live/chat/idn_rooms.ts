import { sleep } from "../../platform/clock.ts";
import { type BackOff, halfJitterMs } from "../../toolbox/back_off.ts";
import { type ChatRoom, createChatRoom } from "./chat_room.ts";
import { readIdnMessage } from "./idn_message.ts";
import { type IrcDeps, type IrcFault, joinChannel } from "./irc_client.ts";

/** How many messages of chats came, by what became of them. */
export interface ChatCounts {
  kept: number;
  /** Those beyond what a room takes in a second. */
  dropped: number;
  /** Lines and messages that cannot be read. */
  malformed: number;
}

/** What rooms on IDN are made with. */
export interface IdnRoomDeps extends IrcDeps {
  /** `IDN_CHAT_URL` */
  readonly url: string;
  readonly credentialRevision: () => number;
  readonly counts: ChatCounts;
}

/** How long the first request for a room waits for what comes. */
const FIRST_WAIT_MS = 1_000;
/** A room whose connection is lost answers with what it has for so long. */
const LOST_MS = 30_000;
const RECONNECT: BackOff = { firstMs: 1_000, maxMs: 60_000 };
/** A connection that lasts so long was no failure. */
const STABLE_MS = 60_000;

/** A chat on IDN that is followed: a connection of its own, which comes back when it is lost. */
export type IdnRoom = ReturnType<typeof openIdnRoom>;

/** Whether a name can be a part of a command of IRC: the platform sends it, and not always as agreed. */
export function isChannelName(name: string): boolean {
  return /^#?[^\s,:#\p{Cc}]{1,200}$/u.test(name);
}

/** Joins a room, and stays until `leave` is called. */
export function openIdnRoom(deps: IdnRoomDeps, name: string) {
  const { clock, random, counts } = deps;
  const room: ChatRoom = createChatRoom(deps);
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const opened = Promise.withResolvers<void>();
  let fault: IrcFault | undefined = "timeout";
  let lostAt = -Infinity;
  let isWaited = false;
  const cancelWait = clock.after(FIRST_WAIT_MS, endWait);
  const done = follow();

  async function follow(): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      const begun = clock.now();
      const why = await joinChannel(deps, {
        url: deps.url,
        channel: `#${name.replace(/^#/, "")}`,
        signal,
        onJoined: () => fault = undefined,
        onText: take,
        onMalformed: () => void counts.malformed++,
      });
      if (fault === undefined && why !== "refused") lostAt = clock.now();
      fault = why;
      if (signal.aborted) return;
      if (failures === 0 && lostAt === -Infinity) endWait();
      if (Math.abs(clock.now() - begun) >= STABLE_MS) failures = 0;
      await sleep(clock, halfJitterMs(RECONNECT, failures, random.fraction()), signal);
    }
  }

  function take(text: string): void {
    if (room.isFull()) {
      counts.dropped++;
      return room.drop();
    }
    const message = readIdnMessage(text, clock.now());
    if (message === undefined) return void counts.malformed++;
    counts.kept++;
    room.push(message);
  }

  function endWait(): void {
    isWaited = true;
    cancelWait();
    opened.resolve();
  }

  return {
    room,
    /** Undefined if the room was asked for before; else resolves when what came first is there. */
    ready: (): Promise<void> | undefined => isWaited ? undefined : opened.promise,
    /** Why there is no connection; undefined while there is one, and for a while after. */
    fault: (): IrcFault | undefined => Math.abs(clock.now() - lostAt) < LOST_MS ? undefined : fault,
    /** Leaves the room; resolves when nothing of it is left. */
    async leave(): Promise<void> {
      lifetime.abort();
      endWait();
      await done;
    },
  };
}
