import assert from "node:assert/strict";
import { respondStream } from "../../../src/http/respond.ts";

Deno.test("respondStream() answers HEAD with the headers of GET, and says no length", async () => {
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(":\n\n"));
        controller.close();
      },
    });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    ({ method }) => respondStream(method === "HEAD" ? null : stream(), []),
  );
  const headers = async (method: string) => {
    const response = await fetch(`http://127.0.0.1:${server.addr.port}/`, { method });
    await response.text();
    const ofMessage = ["date", "transfer-encoding", "vary"];
    return [...response.headers].filter(([name]) => !ofMessage.includes(name));
  };
  assert.deepEqual(await headers("HEAD"), await headers("GET"));
  await server.shutdown();
});
