import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type Fault, playFault } from "./fault.ts";
import { createScene, type Scene } from "./scene.ts";
import { type Platform, platformOf, speak } from "./speak.ts";

/** One request that a platform got. */
export interface Asked {
  readonly platform: Platform;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Epoch ms. */
  readonly at: number;
}

/** Three platforms on one loopback server. */
export interface FakePlatforms extends AsyncDisposable {
  readonly url: string;
  readonly scene: Scene;
  readonly asked: readonly Asked[];
  /** How many requests for lists a platform got: one per poll. */
  polls(platform: Platform): number;
  /** Makes a platform fail from now on; undefined heals it. */
  fail(platform: Platform, fault: Fault | undefined): void;
  close(): Promise<void>;
}

const LISTS = ["/graphql", "/api/live/onlives", "/feeds/videos.xml"];

/** Starts the platforms on a free port of loopback; a scene that is a function is made for each answer. */
export async function startFakePlatforms(
  played: Scene | (() => Scene) = createScene(),
): Promise<FakePlatforms> {
  const sceneNow = typeof played === "function" ? played : () => played;
  const faults = new Map<Platform, Fault>();
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const platform = platformOf(url.pathname);
    const headers = request.headers as Record<string, string | undefined>;
    const { method = "GET" } = request;
    asked.push({ platform, method, path: url.pathname, headers, at: Date.now() });
    let body = "";
    for await (const piece of request) body += piece;
    const fault = faults.get(platform);
    if (fault !== undefined) return playFault(fault, response, url.pathname);
    const said = speak(sceneNow(), method, url, body);
    response.writeHead(said.status, { "content-type": said.type }).end(said.body);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    get scene() {
      return sceneNow();
    },
    asked,
    polls: (platform) =>
      asked.filter((one) => one.platform === platform && LISTS.includes(one.path)).length,
    fail(platform, fault) {
      if (fault === undefined) faults.delete(platform);
      else faults.set(platform, fault);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
