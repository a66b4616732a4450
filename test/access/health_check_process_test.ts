import assert from "node:assert/strict";
import { connect } from "node:net";
import { createServerFixture } from "../support/server_fixture.ts";

/** The first line of what a server answers to these bytes. */
async function firstLine(base: string, bytes: string): Promise<string> {
  const { hostname: host, port } = new URL(base);
  const socket = connect({ host, port: Number(port) });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let text = "";
  socket.on("data", (chunk) => text += chunk);
  socket.on("error", reject);
  socket.on("close", () => resolve());
  socket.write(bytes);
  await promise;
  return text.slice(0, text.indexOf("\r\n"));
}

Deno.test("health checks may come by HTTP/1.0 without a host, and nothing else may", async () => {
  await using fixture = await createServerFixture();
  await using server = await fixture.start();
  const ask = async (path: string, version = "1.0", headers = "") =>
    (await firstLine(
      server.base,
      `GET ${path} HTTP/${version}\r\nConnection: close\r\n${headers}\r\n`,
    )).split(" ")[1];
  for (const path of ["/healthz", "/readyz", "/healthz/", "/readyz?from=balancer"]) {
    assert.equal(await ask(path), "200", path);
  }
  for (const path of ["/", "/status", "/healthzz", "/api/healthz", "/docs?/healthz"]) {
    assert.equal(await ask(path), "400", path);
  }
  assert.equal(await ask("/healthz", "1.0", "Host: a/b\r\n"), "400");
  assert.equal(await ask("/healthz", "1.1", "Host: any.example\r\n"), "200");
});
