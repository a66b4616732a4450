import type { Clock } from "../platform/clock.ts";
import { OutboundError } from "../platform/outbound_fetch.ts";
import type { Random } from "../platform/random.ts";
import type { OpenSocket, TextSocket } from "../platform/web_socket.ts";
import type { UpstreamFault } from "../live/platforms/upstream.ts";
import { LineSplitter, parseIrc } from "./irc.ts";

/** Why a chat's server is not connected; `refused`: it does not let this client into the room. */
export type IrcFault = Extract<UpstreamFault, "timeout" | "network"> | "refused";

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

/** For the connection, and as much again for the server to take the client in. */
const CONNECT_MS = 10_000;
const MAX_MESSAGE_BYTES = 64 << 10;
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
 * Joins a channel of IRC over a WebSocket, and stays until the connection or the visit is over. Returns
 * why; "network" if the server has ended it. Never rejects.
 */
export async function joinChannel(deps: IrcDeps, visit: Visit): Promise<IrcFault> {
  const { clock, random } = deps;
  const opened = await openSocket(deps, visit);
  if (typeof opened === "string") return opened;
  const socket = opened;
  const lines = new LineSplitter(visit.onMalformed);
  let fault: IrcFault = "network";
  let isTaken = false;
  let cancelFlush = () => {};
  const cancelWait = clock.after(CONNECT_MS, () => end("timeout"));

  function end(why: IrcFault): void {
    fault = why;
    socket.close();
  }

  function say(line: string): void {
    socket.send(`${line}\r\n`);
  }

  /** Obeys a line of the server. */
  function take(line: string): void {
    const message = parseIrc(line);
    if (message === undefined) return visit.onMalformed();
    const { command, params } = message;
    const [target = "", text = ""] = params;
    if (command === "PRIVMSG") {
      if (target.toLowerCase() === visit.channel.toLowerCase()) visit.onText(text);
    } else if (command === "PING") say(`PONG :${params.at(-1) ?? ""}`);
    else if (command === "001" && !isTaken) {
      isTaken = true;
      cancelWait();
      say(`JOIN ${visit.channel}`);
      visit.onJoined();
    } else if (REFUSALS.has(command)) end("refused");
  }

  const name = `osb${random.bytes(6).toHex()}`;
  say(`NICK ${name}`);
  say(`USER ${name} 0 * null`);
  for (let text = await socket.next(); text !== undefined; text = await socket.next()) {
    cancelFlush();
    lines.push(text).forEach(take);
    if (lines.isWaiting) cancelFlush = clock.after(FLUSH_MS, () => lines.flush().forEach(take));
  }
  cancelWait();
  cancelFlush();
  return fault;
}

async function openSocket(deps: IrcDeps, visit: Visit): Promise<TextSocket | IrcFault> {
  const { url, signal } = visit;
  try {
    return await deps.openSocket(url, {
      clock: deps.clock,
      signal,
      timeoutMs: CONNECT_MS,
      maxMessageBytes: MAX_MESSAGE_BYTES,
      onSkipped: visit.onMalformed,
    });
  } catch (error) {
    return error instanceof OutboundError && error.fault === "timeout" ? "timeout" : "network";
  }
}
