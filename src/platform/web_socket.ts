import { type Clock, every } from "./clock.ts";
import { OutboundError } from "./outbound_fetch.ts";
import { PacedReader } from "./paced_reader.ts";

/** A connection that carries messages of text both ways. */
export interface TextSocket {
  /** The next message; undefined if the connection is over. Never rejects. */
  next(): Promise<string | undefined>;
  /** Sends a message; if the connection is over, it goes nowhere. Never rejects. */
  send(text: string): Promise<void>;
  close(): void;
}

/** The bounds of a connection. */
export interface SocketOptions {
  readonly clock: Clock;
  /** Ends the connection, also while it is being made. */
  readonly signal: AbortSignal;
  /** For making the connection. */
  readonly timeoutMs: number;
  /** Whether this address, to which the name has led, may be reached: it is sent nothing otherwise. */
  readonly mayReach: (address: string) => boolean;
  /** A longer message is skipped. */
  readonly maxMessageBytes: number;
  readonly onSkipped: () => void;
}

/** Opens a WebSocket. @throws {OutboundError} */
export type OpenSocket = (url: string, options: SocketOptions) => Promise<TextSocket>;

/** RFC 6455, 1.3. */
const ACCEPT_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
/** A server that sends a longer message, in one frame or in many, is left. */
const MAX_SKIPPED_BYTES = 16 << 20;
/** A connection that is silent for so long gets a ping, and after twice as long it is dead. */
const SILENCE_MS = 30_000;
const CLOSE_MS = 1_000;

const OPCODES = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
const KNOWN_OPCODES = new Set<number>(Object.values(OPCODES));

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Opens a WebSocket as a client (RFC 6455) to an address with `wss:` or `ws:`. The runtime's own
 * WebSocket has no bound for a message, cannot be read slowly, and hides the address that it reaches.
 */
export const openWebSocket: OpenSocket = async (url, options) => {
  const { clock, signal, timeoutMs } = options;
  const { promise: early, reject } = Promise.withResolvers<never>();
  let isLate = false;
  const end = (error: OutboundError) => {
    isLate = true;
    reject(error);
  };
  const abort = () => end(new OutboundError("aborted", "Ended early"));
  const giveUp = () => end(new OutboundError("timeout", `Gave up after ${timeoutMs} ms`));
  early.catch(() => {});
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  const cancel = clock.after(timeoutMs, giveUp);
  let connection: Deno.Conn | undefined;

  async function open(): Promise<TextSocket> {
    const made = await connect(new URL(url));
    connection = made;
    if (isLate) made.close();
    if (!options.mayReach((made.remoteAddr as Deno.NetAddr).hostname)) {
      throw new OutboundError("forbidden", "The address is not allowed");
    }
    const reader = new PacedReader(made, clock);
    await shakeHands(made, reader, new URL(url));
    if (isLate) throw new OutboundError("aborted", "Ended early");
    return new ClientSocket(made, reader, options);
  }

  try {
    return await Promise.race([open(), early]);
  } catch (error) {
    if (connection !== undefined) closeQuietly(connection);
    throw error instanceof OutboundError ? error : new OutboundError("network", "Did not answer");
  } finally {
    cancel();
    signal.removeEventListener("abort", abort);
  }
};

function connect({ protocol, hostname: name, port }: URL): Promise<Deno.Conn> {
  const hostname = name.replace(/^\[(.*)\]$/, "$1");
  return protocol === "wss:"
    ? Deno.connectTls({ hostname, port: Number(port || 443) })
    : Deno.connect({ hostname, port: Number(port || 80) });
}

/** Asks for the protocol, and checks that the server agrees (RFC 6455, 4.1). */
async function shakeHands(connection: Deno.Conn, reader: PacedReader, url: URL): Promise<void> {
  const key = crypto.getRandomValues(new Uint8Array(16)).toBase64();
  const lines = [
    `GET ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    "Upgrade: websocket",
    "Connection: Upgrade",
    `Sec-WebSocket-Key: ${key}`,
    "Sec-WebSocket-Version: 13",
    "User-Agent: Oshibase/1 (live chat)",
  ];
  await writeAll(connection, encoder.encode(`${lines.join("\r\n")}\r\n\r\n`));
  const [status = "", ...fields] = (await reader.readHead()).split("\r\n");
  const headers = new Map(fields.map((field) => {
    const colon = field.indexOf(":");
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const;
  }));
  const digest = await crypto.subtle.digest("SHA-1", encoder.encode(key + ACCEPT_SUFFIX));
  const agrees = /^HTTP\/1\.1 101(?: |$)/.test(status) &&
    headers.get("upgrade")?.toLowerCase() === "websocket" &&
    headers.get("sec-websocket-accept") === new Uint8Array(digest).toBase64() &&
    !headers.has("sec-websocket-extensions");
  if (!agrees) throw new OutboundError("network", "Did not agree to the protocol");
}

class ClientSocket implements TextSocket {
  readonly #connection: Deno.Conn;
  readonly #reader: PacedReader;
  readonly #options: SocketOptions;
  readonly #endChecks: () => void;
  readonly #close = () => this.close();
  #writing = Promise.resolve();
  #isOver = false;

  constructor(connection: Deno.Conn, reader: PacedReader, options: SocketOptions) {
    this.#connection = connection;
    this.#reader = reader;
    this.#options = options;
    options.signal.addEventListener("abort", this.#close);
    this.#endChecks = every(options.clock, SILENCE_MS / 2, () => this.#checkSilence());
  }

  async next(): Promise<string | undefined> {
    try {
      while (!this.#isOver) {
        const message = await this.#readMessage();
        if (message !== undefined) return message;
        this.#options.onSkipped();
      }
    } catch {
      // The connection is over, or the server breaks the protocol.
    }
    this.close();
    return undefined;
  }

  send(text: string): Promise<void> {
    return this.#write(OPCODES.text, encoder.encode(text));
  }

  close(): void {
    if (this.#isOver) return;
    const goodbye = this.#write(OPCODES.close, new Uint8Array([1000 >> 8, 1000 & 255]));
    this.#isOver = true;
    this.#endChecks();
    const { clock, signal } = this.#options;
    signal.removeEventListener("abort", this.#close);
    const end = () => {
      cancel();
      closeQuietly(this.#connection);
    };
    const cancel = clock.after(CLOSE_MS, end);
    void goodbye.then(end);
  }

  /** A message of text; undefined if it was too long. */
  async #readMessage(): Promise<string | undefined> {
    const parts: Uint8Array[] = [];
    let size = 0;
    for (let isFirst = true;; isFirst = false) {
      const { isLast, opcode, length } = await this.#readData();
      if (isFirst !== (opcode !== OPCODES.more)) throw new TypeError("A frame is out of its place");
      size += length;
      if (size > MAX_SKIPPED_BYTES) throw new RangeError("A message is too long to pass it by");
      if (size > this.#options.maxMessageBytes) await this.#reader.skip(length);
      else if (isFirst && isLast) return decoder.decode(await this.#reader.take(length));
      else parts.push((await this.#reader.take(length)).slice());
      if (isLast) break;
    }
    if (size > this.#options.maxMessageBytes) return undefined;
    return decoder.decode(await new Blob(parts as BlobPart[]).bytes());
  }

  /** The head of the next frame of a message; frames between that control the connection are obeyed. */
  async #readData() {
    for (;;) {
      const frame = await this.#readHead();
      if (frame.opcode <= OPCODES.binary) return frame;
      if (frame.length > 125 || !frame.isLast) throw new RangeError("A control frame is too long");
      const payload = (await this.#reader.take(frame.length)).slice();
      if (frame.opcode === OPCODES.close) throw new Error("The server ends the connection");
      if (frame.opcode === OPCODES.ping) await this.#write(OPCODES.pong, payload);
    }
  }

  /** The head of a frame (RFC 6455, 5.2). */
  async #readHead() {
    const [first = 0, second = 0] = await this.#reader.take(2);
    this.#reader.noteFrame();
    const opcode = first & 15;
    // Nothing was agreed that uses the reserved bits, and a server masks nothing.
    if ((first & 0x70) !== 0 || second >= 128 || !KNOWN_OPCODES.has(opcode)) {
      throw new TypeError("An unknown frame");
    }
    const isLast = first >= 128;
    if (second < 126) return { isLast, opcode, length: second };
    const bytes = await this.#reader.take(second === 126 ? 2 : 8);
    const length = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
    return { isLast, opcode, length };
  }

  #write(opcode: number, payload: Uint8Array): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    const frame = maskedFrame(opcode, payload);
    this.#writing = this.#writing.then(() => writeAll(this.#connection, frame)).catch(() => {});
    return this.#writing;
  }

  #checkSilence(): void {
    const silentMs = this.#options.clock.now() - this.#reader.heardAt;
    if (silentMs >= 2 * SILENCE_MS) this.close();
    else if (silentMs >= SILENCE_MS) void this.#write(OPCODES.ping, new Uint8Array());
    // The clock was set back.
    else if (silentMs < 0) this.#reader.heardAt = this.#options.clock.now();
  }
}

/** A frame of a client, which masks what it sends (RFC 6455, 5.3). */
function maskedFrame(opcode: number, payload: Uint8Array): Uint8Array {
  const { length } = payload;
  if (length > 0xffff) throw new RangeError("Cannot send so long a message");
  const head = length < 126
    ? [128 | opcode, 128 | length]
    : [128 | opcode, 128 | 126, length >> 8, length & 255];
  const mask = crypto.getRandomValues(new Uint8Array(4));
  const frame = new Uint8Array(head.length + 4 + length);
  frame.set(head);
  frame.set(mask, head.length);
  for (let n = 0; n < length; n++) frame[head.length + 4 + n] = payload[n]! ^ mask[n & 3]!;
  return frame;
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}

function closeQuietly(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // It was closed already.
  }
}
