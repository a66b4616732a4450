import { type Clock, every } from "../../src/platform/clock.ts";
import { type DemoAccount, demoMessages } from "./demo_answer.ts";

const SEND_EVERY_MS = 1_000;
const PING_EVERY_MS = 30_000;

/** A client of the chat. */
interface DemoClient {
  /** Takes what the client sends. */
  receive(text: string): void;
  /** The client is gone. */
  leave(): void;
}

/** Plays IDN's chat, which is IRC: fans talk in the rooms of the broadcasts that are on air. */
export function createDemoChat({ accounts, clock }: {
  readonly accounts: () => readonly DemoAccount[];
  readonly clock: Clock;
}) {
  return {
    /** Takes a client in; `send` sends it a message of the socket. */
    connect(send: (text: string) => void): DemoClient {
      let name = "*";
      const timers: (() => void)[] = [];
      const say = (...lines: string[]) => send(lines.map((line) => `${line}\r\n`).join(""));
      const messagesOf = (room: string, after: number) =>
        demoMessages(accounts(), room, after, clock.now());

      function join(room: string): void {
        let sentUntil = clock.now();
        if (messagesOf(room, sentUntil) === undefined) {
          return say(`:demo 403 ${name} #${room} :No such channel`);
        }
        say(`:${name}!fan@demo JOIN #${room}`, `:demo 366 ${name} #${room} :End of /NAMES list`);
        timers.push(every(clock, SEND_EVERY_MS, () => {
          const messages = messagesOf(room, sentUntil) ?? [];
          sentUntil = clock.now();
          if (messages.length === 0) return;
          say(...messages.map((one) => `:fan!fan@demo PRIVMSG #${room} :${JSON.stringify(one)}`));
        }));
      }

      function take(line: string): void {
        const [command, word = ""] = line.split(" ");
        if (command === "NICK") name = word;
        if (command === "USER") say(`:demo 001 ${name} :Welcome`);
        if (command === "JOIN") join(word.slice(1));
        if (command === "PING") say(`:demo PONG demo ${word}`);
      }

      timers.push(every(clock, PING_EVERY_MS, () => say("PING :demo")));
      return {
        receive: (text) => text.split(/\r?\n/).filter((line) => line !== "").forEach(take),
        leave: () => timers.forEach((cancel) => cancel()),
      };
    },
  };
}
