import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Scene } from "./scene.ts";
import { speak } from "./speak.ts";

/** Answers a request in the platforms' place; returns whether it does. */
type Answer = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

/** Plays the three platforms on a free port of loopback; `sceneNow` is asked for each answer. */
export async function servePlatforms(sceneNow: () => Scene, answer: Answer = () => false) {
  const sockets = new Set<Socket>();
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const isAnswered = answer(request, response, url.pathname);
    let body = "";
    for await (const piece of request) body += piece;
    if (isAnswered) return;
    const said = speak(sceneNow(), request.method ?? "GET", url, body);
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
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
