import { type Clock, sleep } from "./clock.ts";
import { OutboundError } from "./outbound_fetch.ts";

const MAX_HEAD_BYTES = 8 << 10;
/** What is read in a second; more waits, and the server with it. */
const MAX_BYTES_PER_SECOND = 4 << 20;
const MAX_FRAMES_PER_SECOND = 20_000;

const latin1 = new TextDecoder("latin1");

/** Reads a connection, at most so much in a second. Its reads reject if the connection is over. */
export class PacedReader {
  /** When bytes came last, epoch ms. */
  heardAt: number;
  readonly #connection: Deno.Conn;
  readonly #clock: Clock;
  #buffer = new Uint8Array(16 << 10);
  #start = 0;
  #end = 0;
  #second = 0;
  #bytes = 0;
  #frames = 0;

  constructor(connection: Deno.Conn, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
    this.heardAt = clock.now();
  }

  /** The next bytes; they are overwritten by the next read. */
  async take(length: number): Promise<Uint8Array> {
    if (length > this.#buffer.length) this.#grow(length);
    while (this.#end - this.#start < length) await this.#fill();
    this.#start += length;
    return this.#buffer.subarray(this.#start - length, this.#start);
  }

  /** Passes bytes by, without keeping them. */
  async skip(length: number): Promise<void> {
    for (let left = length; left > 0;) {
      if (this.#end === this.#start) await this.#fill();
      const passed = Math.min(left, this.#end - this.#start);
      this.#start += passed;
      left -= passed;
    }
  }

  /** The head of an HTTP answer, without its empty line. */
  async readHead(): Promise<string> {
    for (;;) {
      const text = latin1.decode(this.#buffer.subarray(this.#start, this.#end));
      const end = text.indexOf("\r\n\r\n");
      if ((end < 0 ? text.length : end) > MAX_HEAD_BYTES) {
        throw new OutboundError("too_large", "Answered with too long a head");
      }
      if (end >= 0) {
        this.#start += end + 4;
        return text.slice(0, end);
      }
      await this.#fill();
    }
  }

  /** Counts a frame, which costs more than its bytes. */
  noteFrame(): void {
    this.#frames++;
  }

  #grow(length: number): void {
    const grown = new Uint8Array(length);
    grown.set(this.#buffer.subarray(this.#start, this.#end));
    this.#end -= this.#start;
    this.#start = 0;
    this.#buffer = grown;
  }

  async #fill(): Promise<void> {
    await this.#pause();
    if (this.#start > 0) {
      this.#buffer.copyWithin(0, this.#start, this.#end);
      this.#end -= this.#start;
      this.#start = 0;
    }
    const count = await this.#connection.read(this.#buffer.subarray(this.#end));
    if (count === null) throw new OutboundError("network", "The connection is over");
    this.#end += count;
    this.#bytes += count;
    this.heardAt = this.#clock.now();
  }

  /** Waits until the second is over in which too much has come. */
  async #pause(): Promise<void> {
    const now = this.#clock.now();
    const second = Math.floor(now / 1000);
    const isFull = this.#bytes >= MAX_BYTES_PER_SECOND || this.#frames >= MAX_FRAMES_PER_SECOND;
    if (second === this.#second && isFull) await sleep(this.#clock, 1000 - now % 1000);
    if (second === this.#second && !isFull) return;
    this.#second = Math.floor(this.#clock.now() / 1000);
    this.#bytes = 0;
    this.#frames = 0;
  }
}
