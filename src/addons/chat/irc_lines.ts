/** A message of IRC (RFC 1459, 2.3.1), without its tags and its sender. */
interface IrcMessage {
  /** A word in capitals, or three digits. */
  readonly command: string;
  readonly params: readonly string[];
}

/** A longer line is passed by. */
const MAX_LINE_LENGTH = 16 << 10;

const COMMANDS =
  "PRIVMSG|PING|PONG|JOIN|PART|QUIT|NOTICE|MODE|NICK|KICK|TOPIC|ERROR|CAP|ACCOUNT|\\d{3}";
const MESSAGE = new RegExp(`^(?:@\\S+ +)?(?::\\S+ +)?(${COMMANDS})(?: +(.*))?$`, "s");
const BEGINNING = new RegExp(`^(?:@\\S+ +)?(?::\\S+ +)?(?:${COMMANDS})[ \\r\\n]`);

/** Reads a line; undefined if it is no message. */
export function parseIrc(line: string): IrcMessage | undefined {
  const [, command, rest = ""] = MESSAGE.exec(line) ?? [];
  if (command === undefined) return undefined;
  // The last parameter may have spaces: it begins with a colon.
  const [words, ...last] = ` ${rest}`.split(/ :(.*)/s, 2);
  return { command, params: [...words!.split(" ").filter((word) => word !== ""), ...last] };
}

/** Takes the messages of a socket, and gives the lines of IRC that they hold. */
export class LineSplitter {
  readonly #onTooLong: () => void;
  #rest = "";
  #isTooLong = false;

  /** `onTooLong` is called for each line that is passed by. */
  constructor(onTooLong: () => void) {
    this.#onTooLong = onTooLong;
  }

  /** Whether the last message ended within a line, or without the line's end. */
  get isWaiting(): boolean {
    return this.#rest !== "" || this.#isTooLong;
  }

  /**
   * The lines that are whole with this message. A message may hold several lines, or a part of one. Many
   * servers leave out the last line's end: then the line is whole with the next message that begins one,
   * or with {@linkcode flush}.
   */
  push(text: string): string[] {
    const ended = this.isWaiting && BEGINNING.test(text) ? this.flush() : [];
    // What waits is not read again: it may be long, and its end may come in many pieces.
    const [first = "", ...others] = text.split("\n");
    this.#add(first);
    const lines = others.flatMap((piece) => {
      const whole = this.flush();
      this.#add(piece);
      return whole;
    });
    return [...ended, ...lines];
  }

  /** What waits, as a whole line: its end does not come. */
  flush(): string[] {
    const [line, isTooLong] = [this.#rest.replace(/\r$/, ""), this.#isTooLong];
    [this.#rest, this.#isTooLong] = ["", false];
    if (isTooLong) this.#onTooLong();
    return isTooLong || line === "" ? [] : [line];
  }

  #add(piece: string): void {
    this.#isTooLong ||= this.#rest.length + piece.length > MAX_LINE_LENGTH;
    this.#rest = this.#isTooLong ? "" : this.#rest + piece;
  }
}
