import { fieldsOf, httpsAddress, parseTimestamp } from "../../live/platforms/upstream_values.ts";
import type { ChatMessageItem } from "../../model/item/live.ts";
import { sleep } from "../../platform/clock.ts";
import { type BackOff, halfJitterMs } from "../../toolbox/back_off.ts";
import { type IrcDeps, type IrcFault, joinChannel } from "./irc.ts";

/** What rooms on IDN are made with. */
export interface IdnRoomDeps extends IrcDeps {
  /** `IDN_CHAT_URL` */
  readonly idnChatUrl: string;
}

/** How many messages a room keeps; older ones are nowhere. */
const MAX_KEPT = 200;
/** How many messages a room takes within any second. */
const MAX_PER_SECOND = 20;
/** How long the first request for a room waits for what comes. */
const FIRST_WAIT_MS = 1_000;
/** A room whose connection is lost answers with what it has for so long. */
const LOST_MS = 30_000;
const RECONNECT: BackOff = { firstMs: 1_000, maxMs: 60_000 };
/** A connection that lasts so long was no failure. */
const STABLE_MS = 60_000;

/** A chat on IDN that is followed: a connection of its own, which comes back when it is lost. */
export interface IdnRoom {
  /** The newest messages, the newest last. */
  newest(limit: number): ChatMessageItem[];
  /** Undefined if the room was asked for before; else resolves when what came first is there. */
  ready(): Promise<void> | undefined;
  /** Why there is no connection; undefined while there is one, and for a while after. */
  fault(): IrcFault | undefined;
  /** Leaves the room; resolves when nothing of it is left. */
  leave(): Promise<void>;
}

/** Whether a name can be a part of a command of IRC: the platform sends it, and not always as agreed. */
export function isChannelName(name: string): boolean {
  return /^#?[^\s,:#\p{Cc}]{1,200}$/u.test(name);
}

/** Joins a room, and stays until `leave` is called. */
export function openIdnRoom(deps: IdnRoomDeps, name: string): IdnRoom {
  const { clock, random } = deps;
  /** `at` in epoch ms. */
  const kept: { readonly item: ChatMessageItem; readonly at: number }[] = [];
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const opened = Promise.withResolvers<void>();
  let fault: IrcFault | undefined = "timeout";
  let lostAt = -Infinity;
  let isWaited = false;
  const cancelWait = clock.after(FIRST_WAIT_MS, endWait);
  const done = stay();

  async function stay(): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      const begun = clock.now();
      const why = await joinChannel(deps, {
        url: deps.idnChatUrl,
        channel: `#${name.replace(/^#/, "")}`,
        signal,
        onJoined: () => fault = undefined,
        onText: take,
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
    const at = clock.now();
    const first = kept.at(-MAX_PER_SECOND);
    if (first !== undefined && Math.abs(at - first.at) < 1_000) return;
    const item = readIdnMessage(text, at);
    if (item === undefined) return;
    kept.push({ item: { ...item, id: freeId(item.id) }, at });
    if (kept.length > MAX_KEPT) kept.shift();
  }

  /** An id that no message here has: fans choose what they send, so that ids may come twice. */
  function freeId(wanted: string): string {
    const isFree = (id: string) => kept.every(({ item }) => item.id !== id);
    if (isFree(wanted)) return wanted;
    for (let n = 2;; n++) if (isFree(`${wanted}-${n}`)) return `${wanted}-${n}`;
  }

  function endWait(): void {
    isWaited = true;
    cancelWait();
    opened.resolve();
  }

  return {
    newest: (limit) => kept.slice(-limit).map(({ item }) => item),
    ready: () => isWaited ? undefined : opened.promise,
    fault: () => Math.abs(clock.now() - lostAt) < LOST_MS ? undefined : fault,
    async leave() {
      lifetime.abort();
      endWait();
      await done;
    },
  };
}

const MAX_NAME_LENGTH = 100;
const MAX_MESSAGE_LENGTH = 1_000;
/** Fans' programs write the instant into a message: one that is further away is not believed. */
const MAX_SKEW_MS = 5 * 60_000;

/** Controls, line ends, and what changes the direction of the text behind it. */
const UNWANTED = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/**
 * Reads a message of IDN's chat as it was sent, at an instant (epoch ms); undefined if it is none.
 * Whatever program sent it has chosen every field, the name and the id included.
 */
function readIdnMessage(json: string, now: number): ChatMessageItem | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const { user, chat, timestamp } = fieldsOf(value);
  const { name, username, avatar_url } = fieldsOf(user);
  const { id, message } = fieldsOf(chat);
  const text = lineOf(message, MAX_MESSAGE_LENGTH);
  const author = lineOf(name, MAX_NAME_LENGTH) || lineOf(username, MAX_NAME_LENGTH);
  if (text === "" || author === "") return undefined;
  const sentAt = parseTimestamp(timestamp);
  const at = sentAt !== null && Math.abs(sentAt - now) <= MAX_SKEW_MS ? sentAt : now;
  return {
    id: idOf(id) ?? `${at}-${author}-1`,
    user: { name: author, avatar_url: httpsAddress(avatar_url) },
    message: text,
    timestamp: new Date(at).toISOString(),
  };
}

function lineOf(value: unknown, longest: number): string {
  if (typeof value !== "string") return "";
  // What is cut off is not searched: it may be long.
  const line = value.slice(0, 4 * longest).replace(UNWANTED, " ").trim();
  return line.slice(0, longest).toWellFormed();
}

/** An id as platforms make them, and nothing that a fan might write in its place. */
function idOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^[\w.:-]{1,64}$/.test(text) ? text : undefined;
}
