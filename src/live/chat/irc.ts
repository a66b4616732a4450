/** A message of IRC (RFC 1459, 2.3.1), without its tags and its sender. */
export interface IrcMessage {
  /** A word in capitals, or three digits. */
  readonly command: string;
  readonly params: readonly string[];
}

/** A longer line is passed by. */
const MAX_LINE_LENGTH = 16 << 10;
const MAX_PARAMS = 15;

const COMMANDS = "PRIVMSG|PING|PONG|JOIN|PART|QUIT|NOTICE|MODE|NICK|KICK|TOPIC|ERROR|CAP|ACCOUNT";
const MESSAGE = new RegExp(`^(?:@\\S+ +)?(?::\\S+ +)?(${COMMANDS}|\\d{3})(?: +(.*))?$`, "s");
const BEGINNING = new RegExp(`^(?:@\\S+ +)?(?::\\S+ +)?(?:${COMMANDS}|\\d{3})[ \\r\\n]`);
/** A message that holds JSON. */
const CHAT = /(?:^| )PRIVMSG #\S+ :(\{.*)$/s;

/** Reads a line; undefined if it is no message. */
export function parseIrc(line: string): IrcMessage | undefined {
  const [, command, rest = ""] = MESSAGE.exec(line) ?? [];
  if (command === undefined) return undefined;
  const params: string[] = [];
  for (let at = 0; at < rest.length && params.length < MAX_PARAMS;) {
    if (rest[at] === " ") {
      at++;
      continue;
    }
    const space = rest[at] === ":" ? -1 : rest.indexOf(" ", at);
    const end = space < 0 ? rest.length : space;
    params.push(rest.slice(rest[at] === ":" ? at + 1 : at, end));
    at = end;
  }
  return { command, params };
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
   * or with {@linkcode flush}; a chat's JSON shows by itself that it is whole.
   */
  push(text: string): string[] {
    const lines: string[] = [];
    if (this.isWaiting && BEGINNING.test(text)) {
      const line = this.#takeRest();
      if (this.#isTooLong) this.#onTooLong();
      else lines.push(line);
      this.#isTooLong = false;
    }
    const pieces = (this.#rest + text).split("\n");
    this.#rest = pieces.pop()!;
    for (const piece of pieces) {
      const line = piece.endsWith("\r") ? piece.slice(0, -1) : piece;
      if (this.#isTooLong || line.length > MAX_LINE_LENGTH) this.#onTooLong();
      else lines.push(line);
      this.#isTooLong = false;
    }
    if (this.#rest.length > MAX_LINE_LENGTH) {
      this.#isTooLong = true;
      this.#rest = "";
    }
    if (!this.#isTooLong && isWholeChat(this.#rest)) lines.push(this.#takeRest());
    return lines.filter((line) => line !== "");
  }

  /** The line whose end does not come; none if it is a chat that is not whole. */
  flush(): string[] {
    const isCut = this.#rest === "" || this.#isTooLong || CHAT.test(this.#rest);
    return isCut ? [] : [this.#takeRest()];
  }

  #takeRest(): string {
    const line = this.#rest;
    this.#rest = "";
    return line;
  }
}

/** Whether a line holds a whole value of JSON. */
function isWholeChat(line: string): boolean {
  const json = line.endsWith("}") ? CHAT.exec(line)?.[1] : undefined;
  if (json === undefined) return false;
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}
