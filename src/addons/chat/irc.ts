import type { Clock } from "../../platform/clock.ts";
import type { OpenSocket } from "../../platform/env.ts";
import type { Random } from "../../platform/random.ts";
import { LineSplitter, parseIrc } from "./irc_lines.ts";

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
  /** Called for each line, or message of the socket, that cannot be read. */
  onMalformed(): void;
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
/** A line without its end counts as whole if nothing has come for so long. */
const FLUSH_MS = 50;

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
  const lines = new LineSplitter(visit.onMalformed);
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
  let cancelFlush = () => {};
  let isTaken = false;

  socket.onopen = () => {
    say(`NICK ${name}`);
    say(`USER ${name} 0 * null`);
  };
  socket.onmessage = ({ data }) => {
    if (typeof data !== "string" || data.length > MAX_MESSAGE_LENGTH) return visit.onMalformed();
    cancelFlush();
    lines.push(data).forEach(obey);
    if (lines.isWaiting) cancelFlush = clock.after(FLUSH_MS, () => lines.flush().forEach(obey));
  };
  socket.onclose = end;
  signal.addEventListener("abort", end);
  if (signal.aborted) end();

  function obey(line: string): void {
    const message = parseIrc(line);
    if (message === undefined) return visit.onMalformed();
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
    cancelFlush();
    signal.removeEventListener("abort", end);
    socket.onmessage = null;
    socket.close();
  }
}
