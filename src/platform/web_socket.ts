import type { Clock } from "./clock.ts";
import { OutboundError } from "./outbound_fetch.ts";

/** A connection that carries messages of text both ways. */
export interface TextSocket {
  /** The next message; undefined if the connection is over. Never rejects. */
  next(): Promise<string | undefined>;
  /** Sends a message; if the connection is over, it goes nowhere. */
  send(text: string): void;
  close(): void;
}

/** The bounds of a connection. */
export interface SocketOptions {
  readonly clock: Clock;
  /** Ends the connection, also while it is being made. */
  readonly signal: AbortSignal;
  /** For making the connection. */
  readonly timeoutMs: number;
  /** A longer message is skipped. */
  readonly maxMessageBytes: number;
  readonly onSkipped: () => void;
}

/** Opens a WebSocket to an address of the operator's. @throws {OutboundError} */
export type OpenSocket = (url: string, options: SocketOptions) => Promise<TextSocket>;

/** Messages that wait to be taken; a connection that sends faster than they are taken is ended. */
const MAX_WAITING = 10_000;

/** Opens a WebSocket by the runtime. */
export const openWebSocket: OpenSocket = async (url, options) => {
  const { clock, signal, timeoutMs } = options;
  const socket = new WebSocket(url);
  const opened = Promise.withResolvers<void>();
  const fail = (fault: "aborted" | "timeout" | "network", message: string) =>
    opened.reject(new OutboundError(fault, message));
  const text = new ReceivedText(socket, options);
  const abort = () => {
    fail("aborted", "Ended early");
    text.close();
  };
  socket.addEventListener("open", () => opened.resolve());
  socket.addEventListener("error", () => fail("network", "Did not answer"));
  socket.addEventListener("close", () => {
    fail("network", "Did not answer");
    signal.removeEventListener("abort", abort);
  });
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  const cancel = clock.after(timeoutMs, () => fail("timeout", `Gave up after ${timeoutMs} ms`));
  try {
    await opened.promise;
    return text;
  } catch (error) {
    text.close();
    throw error;
  } finally {
    cancel();
  }
};

/** What a socket receives, in the order in which it came. */
class ReceivedText implements TextSocket {
  readonly #socket: WebSocket;
  #waiting: string[] = [];
  #isOver = false;
  #wake = () => {};

  constructor(socket: WebSocket, { maxMessageBytes, onSkipped }: SocketOptions) {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => {
      if (typeof data !== "string" || data.length > maxMessageBytes) return onSkipped();
      this.#waiting.push(data);
      if (this.#waiting.length > MAX_WAITING) this.close();
      this.#wake();
    });
    const end = () => {
      this.#isOver = true;
      this.#wake();
    };
    socket.addEventListener("close", end);
    socket.addEventListener("error", end);
  }

  async next(): Promise<string | undefined> {
    while (this.#waiting.length === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    return this.#waiting.shift();
  }

  send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  close(): void {
    this.#isOver = true;
    this.#waiting = [];
    this.#socket.close();
    this.#wake();
  }
}
