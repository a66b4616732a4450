import type { Clock } from "../platform/clock.ts";
import { OutboundError } from "../platform/outbound_fetch.ts";
import type { Random } from "../platform/random.ts";
import type { OpenSocket, TextSocket } from "../platform/web_socket.ts";
import type { UpstreamFault } from "../live/platforms/upstream.ts";
import { type IrcMessage, LineSplitter, parseIrc } from "./irc.ts";

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
/** Nicknames that are tried on one connection. */
const MAX_NICKNAMES = 5;

/** The nickname is taken, collides, or may not be used (RFC 2812, 5.2). */
const NICK_TAKEN = ["433", "436", "437"];
/** No such channel, too many channels, banned, channel full, invite only, banned from it, wrong key. */
const REFUSALS = ["403", "405", "465", "471", "473", "474", "475", "476", "477"];

/**
 * Joins a channel of IRC over a WebSocket, and stays until the connection or the visit is over. Returns
 * why; "network" if the server has ended it. Never rejects.
 */
export async function joinChannel(deps: IrcDeps, visit: Visit): Promise<IrcFault> {
  const { clock } = deps;
  const opened = await openSocket(deps, visit);
  if (typeof opened === "string") return opened;
  let fault: IrcFault = "network";
  const giveUp = clock.after(CONNECT_MS, () => {
    fault = "timeout";
    opened.close();
  });
  const lines = new LineSplitter(visit.onMalformed);
  const session = new Session(deps, visit, opened, giveUp);
  let cancelFlush = () => {};
  try {
    session.register();
    for (let text = await opened.next(); text !== undefined; text = await opened.next()) {
      cancelFlush();
      for (const line of lines.push(text)) session.take(line);
      if (lines.isWaiting) {
        cancelFlush = clock.after(FLUSH_MS, () => {
          for (const line of lines.flush()) session.take(line);
        });
      }
      if (session.isRefused) fault = "refused";
      if (session.isRefused) break;
    }
  } finally {
    giveUp();
    cancelFlush();
    opened.close();
  }
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

/** What a client says on one connection, from its name on. */
class Session {
  isRefused = false;
  readonly #deps: IrcDeps;
  readonly #visit: Visit;
  readonly #socket: TextSocket;
  readonly #onRegistered: () => void;
  #nicknames = 0;
  #isRegistered = false;

  constructor(deps: IrcDeps, visit: Visit, socket: TextSocket, onRegistered: () => void) {
    this.#deps = deps;
    this.#visit = visit;
    this.#socket = socket;
    this.#onRegistered = onRegistered;
  }

  register(): void {
    const name = this.#newNickname();
    this.#send(`NICK ${name}`);
    this.#send(`USER ${name} 0 * null`);
  }

  /** Obeys a line of the server. */
  take(line: string): void {
    const message = parseIrc(line);
    if (message === undefined) return this.#visit.onMalformed();
    const { command, params } = message;
    if (command === "PRIVMSG") return this.#takeText(message);
    if (command === "PING") return this.#send(`PONG :${params.at(-1) ?? ""}`);
    if (command === "001" && !this.#isRegistered) {
      this.#isRegistered = true;
      this.#onRegistered();
      this.#send(`JOIN ${this.#visit.channel}`);
      return this.#visit.onJoined();
    }
    if (NICK_TAKEN.includes(command) && !this.#isRegistered) {
      if (this.#nicknames < MAX_NICKNAMES) return this.#send(`NICK ${this.#newNickname()}`);
      this.isRefused = true;
    }
    if (REFUSALS.includes(command)) this.isRefused = true;
  }

  #takeText({ params: [target = "", text = ""] }: IrcMessage): void {
    const { channel, onText } = this.#visit;
    if (target.toLowerCase() === channel.toLowerCase()) onText(text);
  }

  #send(line: string): void {
    this.#socket.send(`${line}\r\n`);
  }

  #newNickname(): string {
    this.#nicknames++;
    return `osb${this.#deps.random.bytes(6).toHex()}`;
  }
}
