/**
 * This room plays a live platform, so that a local start has somebody on air.
 *
 * @module
 */

import { type Clock, every, systemClock } from "../../src/platform/clock.ts";
import { type DemoAccount, demoAnswer, demoMessages } from "./demo_answer.ts";
import type { CheckedContent } from "../check/content.ts";

/**
 * Plays IDN Live, SHOWROOM and YouTube on a free port of the loopback address, with broadcasts that start
 * and end by themselves: so that a newcomer sees live entries come and go without any key. `accounts` is
 * asked for each answer, so that edited content plays along at once; `now` in epoch ms.
 */
export function startDemoPlatform(
  { accounts, now }: { accounts: () => readonly DemoAccount[]; now: () => number },
) {
  const chat = createDemoChat({ accounts, clock: { ...systemClock, now } });
  const sockets = new Set<WebSocket>();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      if (request.headers.get("upgrade") === "websocket") return openChat(request);
      return demoAnswer(accounts(), new URL(request.url), now());
    },
  );

  function openChat(request: Request): Response {
    const { socket, response } = Deno.upgradeWebSocket(request);
    const send = (text: string) => socket.readyState === WebSocket.OPEN && socket.send(text);
    const client = chat.connect(send);
    sockets.add(socket);
    socket.onmessage = ({ data }) => client.receive(String(data));
    socket.onclose = () => {
      client.leave();
      sockets.delete(socket);
    };
    return response;
  }

  return {
    /** For `IDN_URL`, `SHOWROOM_URL` and `YOUTUBE_URL` alike; YouTube's feeds are at `/feeds/videos.xml`. */
    url: `http://127.0.0.1:${server.addr.port}`,
    /** For `IDN_CHAT_URL`. */
    chatUrl: `ws://127.0.0.1:${server.addr.port}/`,
    async close(): Promise<void> {
      for (const socket of sockets) socket.close();
      await server.shutdown();
    },
  };
}

/**
 * The accounts that can be on air: those of everybody who has one and of the groups. Graduates stay
 * away.
 */
export function demoAccounts({ groups }: CheckedContent): DemoAccount[] {
  return groups.flatMap(({ group, members }) => {
    const { idn, showroom, youtube } = group.accounts;
    const own = {
      name: group.name,
      img: group.image ?? "",
      ...(idn && { idn }),
      ...(showroom && { showroom: { roomId: showroom.room_id, urlKey: showroom.url_key } }),
      ...(youtube && { youtube }),
    };
    const active = members.filter(({ file }) => file.status !== "graduated" && !file.graduated);
    return [
      own,
      ...active.map(({ file }) => ({
        name: file.name,
        img: file.img ?? "",
        ...(file.idn_username && { idn: file.idn_username }),
        ...(file.room_id && file.showroom_url_key && {
          showroom: { roomId: file.room_id, urlKey: file.showroom_url_key },
        }),
        ...(file.youtube && { youtube: [file.youtube] }),
      })),
    ];
  }).filter(({ idn, showroom, youtube }) => idn ?? showroom ?? youtube);
}

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
function createDemoChat({ accounts, clock }: {
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
