/**
 * This room plays a live platform, so that a local start has somebody on air.
 *
 * @module
 */

import { systemClock } from "../../src/platform/clock.ts";
import { type DemoAccount, demoAnswer } from "./demo_answer.ts";
import { createDemoChat } from "./demo_chat.ts";
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
