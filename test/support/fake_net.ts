// A clock that is moved by hand does not wait for what the first poll loads: it is there before.
import "../../src/live/platforms/sources.ts";
import type { OpenSocket, Socket } from "../../src/platform/env.ts";
import type { Net } from "../../src/platform/net.ts";
import { type ChatClient, createFakeChat, type FakeChat } from "../../build/demo/chat.ts";
import { createScene, type Scene } from "../../build/demo/scene.ts";
import { type Platform, platformOf, speak } from "../../build/demo/speak.ts";

/** The platforms without sockets, for tests that drive the clock. */
export interface FakeNet extends Net {
  readonly scene: Scene;
  /** IDN's chat. */
  readonly chat: FakeChat;
  readonly openSocket: OpenSocket;
  /** Polls so far: requests for lists. */
  readonly polls: Record<Platform, number>;
  /** All requests so far. */
  readonly requests: Record<Platform, number>;
  /** Units of YouTube's quota spent so far. */
  units: number;
  /** How often a chat of SHOWROOM was read. */
  chatReads: number;
  /** What a platform does instead of answering; undefined heals it. */
  fail(platform: Platform, how: (() => Promise<Response>) | undefined): void;
}

/** What a poll asks for. */
export const LISTS = ["/graphql", "/api/live/onlives", "/feeds/videos.xml"];

export function createFakeNet(scene: Scene = createScene()): FakeNet {
  const failing = new Map<Platform, () => Promise<Response>>();
  const chat = createFakeChat();
  const net: FakeNet = {
    scene,
    chat,
    openSocket: openFakeSocket(chat),
    polls: { idn: 0, showroom: 0, youtube: 0 },
    requests: { idn: 0, showroom: 0, youtube: 0 },
    units: 0,
    chatReads: 0,
    fail(platform, how) {
      if (how === undefined) failing.delete(platform);
      else failing.set(platform, how);
    },
    fetch(address, init) {
      const url = new URL(address);
      const platform = platformOf(url.pathname);
      net.requests[platform]++;
      if (LISTS.includes(url.pathname)) net.polls[platform]++;
      if (url.pathname === "/youtube/v3/videos") net.units++;
      if (url.pathname === "/api/live/comment_log") net.chatReads++;
      const failure = failing.get(platform);
      if (failure !== undefined) return failure();
      const { status, type, body } = speak(
        scene,
        init?.method ?? "GET",
        url,
        String(init?.body ?? ""),
      );
      return Promise.resolve(new Response(body, { status, headers: { "content-type": type } }));
    },
  };
  return net;
}

/** An answer with a status alone. */
export function status(code: number, headers: Record<string, string> = {}) {
  return () => Promise.resolve(new Response("{}", { status: code, headers }));
}

/** No answer at all. */
export function hang(): Promise<Response> {
  return new Promise(() => {});
}

/** Opens connections to a chat without a network, in step with the clock of a test. */
function openFakeSocket(chat: FakeChat): OpenSocket {
  return () => {
    let client: ChatClient | undefined;
    const fake = {
      readyState: WebSocket.CONNECTING as number,
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text: string) => client?.receive(text),
      close() {
        if (fake.readyState === WebSocket.CLOSED) return;
        fake.readyState = WebSocket.CLOSED;
        client?.leave();
        queueMicrotask(() => socket.onclose?.call(whole, new CloseEvent("close")));
      },
    };
    const socket: Socket = fake;
    const whole = socket as WebSocket;
    queueMicrotask(() => {
      if (chat.mode === "hanging" || fake.readyState === WebSocket.CLOSED) return;
      if (chat.mode === "unreachable") return socket.close();
      fake.readyState = WebSocket.OPEN;
      client = chat.connect(
        (data) => socket.onmessage?.call(whole, new MessageEvent("message", { data })),
        () => socket.close(),
      );
      socket.onopen?.call(whole, new Event("open"));
    });
    return socket;
  };
}
