import type { Clock } from "../../platform/clock.ts";
import type { OpenSocket } from "../../platform/env.ts";
import type { Random } from "../../platform/random.ts";

/** Why a chat's server is not connected; `refused`: it does not let this client into the room. */
export type IrcFault = "timeout" | "network" | "refused";

interface Visit {
  /** `wss:` or `ws:`. */
  readonly url: string;
  /** Begins with `#`. */
  readonly channel: string;
  readonly signal: AbortSignal;
  /** Called when the server has taken the client in, and it has asked to join. */
  onJoined(): void;
  onText(text: string): void;
}

/** What visits are made with. */
export interface IrcDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly openSocket: OpenSocket;
}

/** For the connection, and for the server to take the client in. */
const CONNECT_MS = 10_000;
/** A longer message of the socket is passed by, in UTF-16 units. */
const MAX_MESSAGE_LENGTH = 64 << 10;

/**
 * The nickname may not be used (RFC 2812, 5.2); no such channel, too many channels, banned, channel full,
 * invite only, banned from it, wrong key.
 */
const REFUSALS: ReadonlySet<string> = new Set(
  "433 436 437 403 405 465 471 473 474 475 476 477".split(" "),
);

/**
 * Joins a channel of IRC over a WebSocket, and stays until the connection or the visit is over. Resolves
 * with why: "network" if the server has ended it. Never rejects.
 */
export async function joinChannel(
  { clock, random, openSocket }: IrcDeps,
  visit: Visit,
): Promise<IrcFault> {
  const { channel, signal } = visit;
  const over = Promise.withResolvers<IrcFault>();
  const name = `osb${random.bytes(6).toHex()}`;
  let socket: ReturnType<OpenSocket>;
  try {
    socket = openSocket(visit.url);
  } catch {
    // The program may not reach that host (`--allow-net`).
    return "network";
  }
  const say = (line: string) => socket.readyState === WebSocket.OPEN && socket.send(`${line}\r\n`);
  const end = () => over.resolve("network");
  const cancelWait = clock.after(CONNECT_MS, () => over.resolve("timeout"));
  let isTaken = false;

  socket.onopen = () => {
    say(`NICK ${name}`);
    say(`USER ${name} 0 * null`);
  };
  socket.onmessage = ({ data }) => {
    // A message holds one line or more, each whole.
    if (typeof data !== "string" || data.length > MAX_MESSAGE_LENGTH) return;
    data.split(/\r?\n/).forEach(obey);
  };
  socket.onclose = end;
  signal.addEventListener("abort", end);
  if (signal.aborted) end();

  function obey(line: string): void {
    const message = parseIrc(line);
    if (message === undefined) return;
    const { command, params } = message;
    const [target = "", text = ""] = params;
    if (command === "PRIVMSG") {
      if (target.toLowerCase() === channel.toLowerCase()) visit.onText(text);
    } else if (command === "PING") say(`PONG :${params.at(-1) ?? ""}`);
    else if (command === "001" && !isTaken) {
      isTaken = true;
      cancelWait();
      say(`JOIN ${channel}`);
      visit.onJoined();
    } else if (REFUSALS.has(command)) over.resolve("refused");
  }

  try {
    return await over.promise;
  } finally {
    cancelWait();
    signal.removeEventListener("abort", end);
    socket.onmessage = null;
    socket.close();
  }
}

/** A message of IRC (RFC 1459, 2.3.1), without its tags and its sender. */
interface IrcMessage {
  /** A word in capitals, or three digits. */
  readonly command: string;
  readonly params: readonly string[];
}

const LINE = /^(?:@\S+ +)?(?::\S+ +)?([A-Z]+|\d{3})(?: +(.*))?$/s;

/** Reads a line; undefined if it is no message. */
function parseIrc(line: string): IrcMessage | undefined {
  const [, command, rest = ""] = LINE.exec(line) ?? [];
  if (command === undefined) return undefined;
  // The last parameter may have spaces: it begins with a colon.
  const [words, ...last] = ` ${rest}`.split(/ :(.*)/s, 2);
  return { command, params: [...words!.split(" ").filter((word) => word !== ""), ...last] };
}
