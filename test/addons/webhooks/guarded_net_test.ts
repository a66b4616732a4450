import assert from "node:assert/strict";
import { createServer } from "node:net";
import { createAddressList } from "../../../src/http/ip_address.ts";
import { createGuardedNet } from "../../../src/addons/webhooks/guarded_net.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { systemNet } from "../../../src/platform/net.ts";
import { createOutboundFetch, OutboundError } from "../../../src/platform/outbound_fetch.ts";

/** A network whose names are told, and that notes where it was led. */
function createScriptedNet(names: Record<string, string[]>) {
  const reached: string[] = [];
  return {
    reached,
    resolve: (name: string) =>
      name in names ? Promise.resolve(names[name]!) : Promise.reject(new Error("No such name")),
    fetchFrom(address: string) {
      reached.push(address);
      return Promise.resolve(new Response("ok"));
    },
  };
}

/**
 * Hosts that no caller's webhook may reach: loopback in every spelling that URLs know, nothing and all,
 * private, link-local, carriers', multicast, reserved, for benchmarks and documents, and what holds another.
 */
const FORBIDDEN =
  `127.0.0.1 127.1 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 017700000001 127.0.0.1.
  ①②⑦.0.0.1 [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] 0.0.0.0 0 [::]
  255.255.255.255 10.0.0.1 172.16.0.1 172.31.255.254 192.168.0.1 3232235521 169.254.169.254
  [::ffff:169.254.169.254] 100.64.0.1 100.127.255.254 [fe80::1] [fc00::1] [fd12:3456::1]
  224.0.0.1 239.255.255.250 240.0.0.1 [ff02::1] 192.0.0.8 198.18.0.1 192.0.2.1 198.51.100.1
  203.0.113.1 [2001:db8::1] [3fff::1] [64:ff9b::7f00:1] [64:ff9b:1::1] [2002:7f00:1::]
  [2001:0:7f00:1::]`;

/** What names resolve to that lead to such a host. */
const LEADING_THERE: Record<string, string[]> = {
  "localhost": ["127.0.0.1", "::1"],
  "private.example": ["192.168.1.20"],
  "mixed.example": ["93.184.215.14", "10.0.0.8"],
  "six.example": ["fe80::1"],
  "zoned.example": ["fe80::1%eth0"],
  "empty.example": [],
  "metadata.example": ["169.254.169.254"],
};

const NOBODY = createAddressList([]);

Deno.test("addresses that are not public, and names that lead there, are not reached", async () => {
  const net = createScriptedNet(LEADING_THERE);
  const urls = [...FORBIDDEN.split(/\s+/), ...Object.keys(LEADING_THERE)].map((host) =>
    `https://${host}/`
  );
  urls.push("http://93.184.215.14/", "ftp://93.184.215.14/");
  const guarded = createGuardedNet(net, NOBODY);
  for (const url of urls) {
    await assert.rejects(
      guarded.fetch(url),
      (error) => error instanceof OutboundError && error.fault === "forbidden",
      url,
    );
  }
  assert.deepEqual(net.reached, []);
});

Deno.test("public addresses are reached over https, and over https alone", async () => {
  const net = createScriptedNet({ "hooks.example": ["93.184.215.14", "2606:2800:21f::1"] });
  const guarded = createGuardedNet(net, NOBODY);
  const open = ["https://hooks.example/a", "https://8.8.8.8/", "https://[2606:4700::1111]/x"];
  for (const url of open) assert.equal((await guarded.fetch(url)).status, 200, url);
  assert.deepEqual(net.reached, ["93.184.215.14", "8.8.8.8", "2606:4700::1111"]);
  for (const url of open) {
    await assert.rejects(guarded.fetch(url.replace("https", "http")), { fault: "forbidden" }, url);
  }
});

Deno.test("a name that resolves to a private address later is refused then", async () => {
  const names = { "turns.example": ["93.184.215.14"] };
  const net = createScriptedNet(names);
  const guarded = createGuardedNet(net, NOBODY);
  await guarded.fetch("https://turns.example/");
  names["turns.example"] = ["10.0.0.7"];
  await assert.rejects(guarded.fetch("https://turns.example/"), { fault: "forbidden" });
  names["turns.example"] = ["93.184.215.14", "10.0.0.7"];
  await assert.rejects(guarded.fetch("https://turns.example/"), { fault: "forbidden" });
  assert.deepEqual(net.reached, ["93.184.215.14"]);
});

Deno.test("the operator's own networks are reached over http too, and no other private one", async () => {
  const net = createScriptedNet({ "bot.internal": ["10.1.2.3"] });
  const allowed = createAddressList(["10.1.0.0/16", "fd00::/8"]);
  const guarded = createGuardedNet(net, allowed);
  for (const url of ["http://bot.internal/", "https://10.1.9.9/", "http://[fd00::5]:8080/"]) {
    assert.equal((await guarded.fetch(url)).status, 200, url);
    assert.equal(await guarded.isOwn(url), true, url);
  }
  await assert.rejects(guarded.fetch("http://10.2.0.1/"), { fault: "forbidden" });
  assert.equal(await guarded.isOwn("https://8.8.8.8/"), false);
});

Deno.test("the connection goes to the address that was checked, under the name that was asked", async () => {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const body = await request.text();
    return new Response(`${request.method} ${request.headers.get("host")} ${body}`);
  });
  const { port } = server.addr;
  let asked = 0;
  const net = {
    ...systemNet,
    resolve: () => Promise.resolve(asked++ === 0 ? ["127.0.0.1"] : ["192.0.2.1"]),
  };
  const guarded = createGuardedNet(net, createAddressList(["127.0.0.0/8"]));
  const outbound = createOutboundFetch({ net: guarded, clock: systemClock });
  const url = `http://pinned.example:${port}/hook`;
  const { status, text } = await outbound({ url, method: "POST", body: "hello" });
  assert.deepEqual([status, text], [200, `POST pinned.example:${port} hello`]);
  assert.equal(asked, 1);
  await assert.rejects(outbound({ url }), { fault: "forbidden" });
  await server.shutdown();
});

Deno.test("a redirect is an answer and leads nowhere; too long an answer and a silent one end", async () => {
  let followed = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/redirect") {
      return new Response(null, { status: 302, headers: { location: "/end" } });
    }
    if (pathname === "/end") followed++;
    if (pathname === "/silent") {
      return new Promise<Response>((done) => setTimeout(() => done(new Response()), 400));
    }
    return new Response("x".repeat(70_000));
  });
  const base = `http://127.0.0.1:${server.addr.port}`;
  const guarded = createGuardedNet(systemNet, createAddressList(["127.0.0.1"]));
  const options = { timeoutMs: 200, maxBytes: 65_536, excess: "truncate" } as const;
  const outbound = createOutboundFetch({ net: guarded, clock: systemClock }, options);
  assert.equal((await outbound({ url: `${base}/redirect` })).status, 302);
  assert.equal(followed, 0);
  assert.equal((await outbound({ url: `${base}/long` })).text.length, 65_536);
  await assert.rejects(outbound({ url: `${base}/silent` }), { fault: "timeout" });
  await server.shutdown();
});

Deno.test("a status that HTTP does not have is no answer, and ends nothing but its request", async () => {
  let head = "";
  const server = createServer((socket) =>
    void socket.on("error", () => {}).once("data", () => socket.end(`${head}\r\n\r\n`))
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  const guarded = createGuardedNet(systemNet, createAddressList(["127.0.0.1"]));
  const outbound = createOutboundFetch({ net: guarded, clock: systemClock });
  const request = { url: `http://127.0.0.1:${port}/` };
  for (head of ["HTTP/1.1 999 X", "HTTP/1.1 600 X", "HTTP/1.1 099 X", "HTTP/1.1 1000 X", "hello"]) {
    await assert.rejects(outbound(request), { fault: "network" }, head);
  }
  for (const status of [204, 205, 304]) {
    head = `HTTP/1.1 ${status} X\r\ncontent-length: 2`;
    assert.equal((await outbound(request)).status, status);
  }
  await new Promise((done) => server.close(done));
});

Deno.test("a body behind 205, which nobody reads, ends with the answer", async () => {
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket) =>
    void socket.on("error", () => {}).on("close", closed.resolve).once("data", () => {
      socket.write("HTTP/1.1 205 X\r\ncontent-length: 1000000\r\n\r\nx");
    })
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  const guarded = createGuardedNet(systemNet, createAddressList(["127.0.0.1"]));
  const outbound = createOutboundFetch({ net: guarded, clock: systemClock });
  assert.equal((await outbound({ url: `http://127.0.0.1:${port}/` })).status, 205);
  await closed.promise;
  await new Promise((done) => server.close(done));
});
