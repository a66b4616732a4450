import { CommandError } from "../admin/command/command.ts";

/** Where the operator sits. */
export interface Terminal {
  /** Whether a person types; else input comes from a file or another program. */
  readonly isPerson: boolean;
  /** The next bytes of input; undefined at its end. */
  read(): Promise<Uint8Array | undefined>;
  /** Turns the echo and the line editing of the terminal off, and on again. */
  setRaw(on: boolean): void;
  /** Asks for something, beside the program's output. */
  write(text: string): void;
}

const ENTER = ["\r", "\n"];
const ERASE = ["\b", "\x7f"];
const ERASE_ALL = "\x15";
const GIVE_UP = ["\x03", "\x04"];

/**
 * Reads a secret that a person types, without echo.
 *
 * @throws {CommandError} if the operator gave up
 */
export async function readUnseen(terminal: Terminal, prompt: string): Promise<string> {
  // An answer that comes at once must not be seen either.
  terminal.setRaw(true);
  try {
    terminal.write(`${prompt}: `);
    return await readTyped(terminal);
  } finally {
    terminal.setRaw(false);
    terminal.write("\n");
  }
}

/** Asks a person for a line that may be seen. */
export async function readSeen(terminal: Terminal, prompt: string): Promise<string> {
  terminal.write(`${prompt}: `);
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes("\n")) {
    const bytes = await terminal.read();
    if (bytes === undefined) break;
    text += decoder.decode(bytes, { stream: true });
  }
  const line = text.split(/\r?\n/, 1)[0]!;
  if (line === "") throw new CommandError("Cannot go on: a line of input is missing");
  return line;
}

async function readTyped(terminal: Terminal): Promise<string> {
  const decoder = new TextDecoder();
  let typed: string[] = [];
  while (true) {
    const bytes = await terminal.read();
    if (bytes === undefined) throw new CommandError("Cannot go on: the input ended");
    for (const character of decoder.decode(bytes, { stream: true })) {
      if (ENTER.includes(character)) return typed.join("");
      if (GIVE_UP.includes(character)) throw new CommandError("Given up");
      if (ERASE.includes(character)) typed.pop();
      else if (character === ERASE_ALL) typed = [];
      else typed.push(character);
    }
  }
}

/** The terminal that the program was started from; asks on standard error. */
export const systemTerminal: Terminal = {
  get isPerson() {
    return Deno.stdin.isTerminal();
  },
  async read() {
    const buffer = new Uint8Array(4096);
    const length = await Deno.stdin.read(buffer);
    return length === null ? undefined : buffer.subarray(0, length);
  },
  setRaw: (on) => Deno.stdin.setRaw(on),
  write: (text) => void Deno.stderr.writeSync(new TextEncoder().encode(text)),
};
