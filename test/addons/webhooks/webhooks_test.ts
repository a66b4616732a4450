import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { type World, world, type WorldOptions } from "../../support/world.ts";
import { eventsOf, listen } from "../../support/heard_events.ts";
import { createAddresses, type Received, register } from "./addresses.ts";

const NOW = "2026-07-04T12:00:00Z";
const HOST = "one.example";
const URL_OF_HOOK = `https://${HOST}/in?token=s3cr3t`;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A world whose first content is announced, and the addresses that it may be told to send to. */
async function opened(options: Partial<WorldOptions> = {}) {
  const addresses = createAddresses();
  const { direct } = addresses;
  const app = await world({ content: {}, now: NOW, direct, ...options });
  await app.announce();
  return { app, addresses };
}

let shows = 0;

/** Adds a show, which is an event of a subject of its own, and `content.changed` with it. */
async function addShow(app: World, group = "groupa", members = "[]"): Promise<void> {
  app.at(app.clock.now() + 1_000);
  const path = `${group}/shows/show-${++shows}.yaml`;
  const show = `title: Show ${shows}\ndate: 2027-01-01\ntime: "19:00"\nmembers: ${members}\n`;
  await app.edit({ [path]: show });
  await app.clock.advance(2_000);
}

/** Lets hours pass, of which nothing but the end is looked at. */
async function passHours(app: World, hours: number): Promise<void> {
  for (let n = 0; n < hours; n++) {
    app.at(app.clock.now() + HOUR - 20_000);
    await app.clock.advance(20_000);
  }
}

function typesAt({ received }: { received: readonly Received[] }, host: string): string[] {
  return received.filter(({ url }) => new URL(url).host === host).map(({ body }) => body.type);
}

Deno.test("a webhook is sent an event at once, signed, and nobody is shown its address", async () => {
  const { app, addresses } = await opened();
  await using _ = app;
  const { id, secret } = await register(app, { url: URL_OF_HOOK, types: ["show.added"] });
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/);
  const listed = await app.json("/v1/webhooks");
  assert.deepEqual(listed, {
    total: 1,
    data: [{
      id,
      host: HOST,
      hint: "cr3t",
      format: "standard",
      types: ["show.added"],
      groups: [],
      members: [],
      state: "on",
      created_at: "2026-07-04T12:00:00.000Z",
    }],
  });
  await addShow(app);
  const [sent, ...more] = addresses.received;
  assert.equal(more.length, 0);
  const { data: [event] } = await app.json("/v1/events?type=show.added");
  const { type, at: timestamp, group, data } = event;
  assert.deepEqual(sent!.body, { type, timestamp, id: event.id, group, data });
  const headers = ["webhook-id", "webhook-timestamp"].map((name) => sent!.headers.get(name));
  assert.equal(headers[0], `${id}_${event.id}`);
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const text = `${headers.join(".")}.${JSON.stringify(sent!.body)}`;
  const signature = createHmac("sha256", key).update(text).digest("base64");
  assert.equal(sent!.headers.get("webhook-signature"), `v1,${signature}`);
  const { data: [{ at: _at, ms: _ms, ...delivery }] } = await app.json(
    `/v1/webhooks/${id}/deliveries`,
  );
  assert.deepEqual(delivery, {
    id: headers[0],
    event: "show.added",
    attempt: 1,
    outcome: "delivered",
    next_at: null,
  });
  const tried = await (await app.ask(`/v1/webhooks/${id}/test`, { method: "POST" })).json();
  assert.deepEqual([tried.event, tried.outcome], ["webhook.test", "delivered"]);
  const ended = await app.ask(`/v1/webhooks/${id}`, { method: "DELETE" });
  assert.deepEqual(await ended.json(), { id });
  assert.equal((await app.ask(`/v1/webhooks/${id}/deliveries`)).status, 404);
  await addShow(app);
  assert.equal(typesAt(addresses, HOST).length, 2, "an event and a test");
});

Deno.test("only what was asked for is sent, and what the key may read at that moment", async () => {
  const other = {
    "groupb/group.yaml": "name: Group B\nfamily: bare\n",
    "groupb/members/aya-dua.yaml": "name: Aya Dua\nnicknames: [Aya]\n",
  };
  const { app, addresses } = await opened({ content: other, narrowTo: ["groupa"] });
  await using _ = app;
  await register(app, { url: URL_OF_HOOK, types: ["show.added"], groups: ["groupb"] });
  await register(app, { url: "https://member.example/", members: ["Aya"] });
  const inGroup = { groups: ["groupb"], members: ["Aya"] };
  await register(app, { url: "https://dua.example/", ...inGroup });
  const nobody = { url: URL_OF_HOOK, groups: ["groupb"], members: ["Bela"] };
  assert.equal((await register(app, nobody)).type, "INVALID_PARAMETER");
  await register(app, { url: "https://all.example/", types: [], groups: [], members: [] });
  await register(app, { url: "https://narrow.example/" }, { key: app.narrowKey });
  const channel = { url: "https://discord.com/api/webhooks/1/x", format: "discord" };
  addresses.answer("discord.com", () => Response.json({ id: "1", type: 1, token: "x" }));
  await register(app, channel);
  await addShow(app, "groupb", "[Aya Dua]");
  await addShow(app, "groupa", "[Aya Putri]");
  const sent = addresses.received.filter(({ url, method }) =>
    new URL(url).host === "discord.com" && method === "POST"
  );
  assert.equal(sent.length, 2, "no message of content.changed");
  const both = ["show.added", "content.changed"];
  const expected = {
    [HOST]: ["show.added"],
    "member.example": ["show.added", "show.added"],
    "dua.example": ["show.added"],
    "all.example": [...both, ...both],
    "narrow.example": both,
  };
  for (const [host, types] of Object.entries(expected)) {
    assert.deepEqual(typesAt(addresses, host).sort(), types.toSorted(), host);
  }
});

Deno.test("after a rename, a webhook and a stream of a member are sent what she does under her new slug", async () => {
  const { app, addresses } = await opened();
  await using _ = app;
  await register(app, { url: URL_OF_HOOK, types: ["show.added"], members: ["Aya"] });
  const heard = listen(await app.ask("/v1/events/stream?type=show.added&member=Aya"));
  await app.edit({
    "groupa/members/aya-putri.yaml": null,
    "groupa/members/aya-baru.yaml": "name: Aya Baru\nformer_slugs: [aya-putri]\n",
  });
  await addShow(app, "groupa", "[Aya Baru]");
  await addShow(app, "groupa", "[Bela]");
  assert.deepEqual(typesAt(addresses, HOST), ["show.added"]);
  assert.equal(eventsOf(heard.text()).length, 1);
  await heard.cancel();
});

Deno.test("what a webhook may not be is refused before anybody is asked, and to whoever has no key", async () => {
  const { app, addresses } = await opened();
  await using _ = app;
  const role = "123456789012345678";
  const discord = { url: "https://discord.com/api/webhooks/1/x", format: "discord" };
  const wrong = [
    {},
    { url: "hooks.example" },
    { url: "ftp://hooks.example/" },
    { url: "https://user:word@hooks.example/" },
    { url: `https://hooks.example/${"x".repeat(2_000)}` },
    { url: URL_OF_HOOK, types: ["live.paused"] },
    { url: URL_OF_HOOK, groups: ["groupz"] },
    { url: URL_OF_HOOK, members: ["nobody at all"] },
    { url: URL_OF_HOOK, format: "slack" },
    { url: URL_OF_HOOK, mention: role },
    ...["1234567890123456", `<@&${role}>`, "everyone"].map((mention) => ({ ...discord, mention })),
  ];
  for (const body of wrong) {
    assert.equal((await register(app, body)).type, "INVALID_PARAMETER", JSON.stringify(body));
  }
  const { secret: token } = await app.issueToken();
  for (const [method, path] of [["GET", ""], ["POST", "/w_1/test"], ["DELETE", "/w_1"]] as const) {
    const response = await app.until(app.ask(`/v1/webhooks${path}`, { method, key: null, token }));
    assert.equal((await response.json()).type, "KEY_REQUIRED", method);
  }
  assert.deepEqual(addresses.received, []);
});

Deno.test("an address that does not prove itself is refused in three words and no more, six times a minute", async () => {
  const { app, addresses } = await opened();
  await using _ = app;
  const cases: [string, (request: Received) => Response | Promise<Response>][] = [
    ["wrong answer", () => new Response("hello")],
    ["wrong answer", ({ body }) => new Response(body.data.challenge, { status: 500 })],
    ["wrong answer", () => Response.redirect("http://10.0.0.1/", 307)],
    ["no answer", () => new Promise(() => {})],
    ["no answer", () => Promise.reject(new Error("refused by 10.0.0.1"))],
  ];
  for (const [hint, answer] of cases) {
    addresses.answer(HOST, answer);
    assert.deepEqual(await register(app, { url: URL_OF_HOOK }), {
      status: false,
      message: "The webhook's address could not be verified",
      type: "WEBHOOK_UNVERIFIED",
      hint,
    });
  }
  for (const address of ["", "10.0.0.7", "169.254.169.254"]) {
    app.at(app.clock.now() + MINUTE);
    addresses.lead(HOST, address);
    assert.equal((await register(app, { url: URL_OF_HOOK })).hint, "address not allowed");
  }
  for (let n = 0; n < 6; n++) await register(app, { url: URL_OF_HOOK });
  assert.equal((await register(app, { url: URL_OF_HOOK })).type, "RATE_LIMITED");
  assert.equal((await app.json("/v1/webhooks")).total, 0);
});

Deno.test("a key has at most as many webhooks as its plan", async () => {
  const plans = { standard: { rate: "unlimited", quota: "unlimited", webhooks: 2 } } as const;
  const { app } = await opened({ plans });
  await using _ = app;
  const made = await Promise.all([1, 2, 3].map(() => register(app, { url: URL_OF_HOOK })));
  assert.deepEqual(made.map(({ type }) => type).sort(), ["LIMIT_REACHED", undefined, undefined]);
  assert.equal((await register(app, { url: URL_OF_HOOK })).type, "LIMIT_REACHED");
  assert.equal((await app.json("/v1/webhooks")).total, 2);
});

Deno.test("what fails is attempted after 5 s, 30 s, 2 min … 24 h under the same id, then given up", async () => {
  const { app, addresses } = await opened();
  await using _ = app;
  const { id } = await register(app, { url: URL_OF_HOOK, types: ["show.added"] });
  addresses.answer(HOST, () => new Response("secret words", { status: 500 }));
  await addShow(app);
  await app.clock.advance(20 * MINUTE);
  await passHours(app, 60);
  const { data } = await app.json(`/v1/webhooks/${id}/deliveries`);
  const tried = data.toReversed();
  const expected = [5, 30, 120, 600, 3_600, 14_400, 43_200, 86_400];
  assert.equal(tried.length, expected.length + 1);
  expected.forEach((seconds, n) => {
    const ms = Date.parse(tried[n + 1].at) - Date.parse(tried[n].at);
    const most = seconds * 1_200 + (seconds > 600 ? HOUR : 1_500);
    assert.ok(ms >= seconds * 1_000 && ms <= most, `${n}: ${ms}`);
  });
  assert.equal(new Set(tried.map((one: { id: string }) => one.id)).size, 1);
  assert.deepEqual([tried[0].outcome, tried.at(-1).next_at], ["wrong answer", null]);
  assert.ok(!JSON.stringify(data).includes("secret words"));
});

for (
  const [status, hours, why] of [
    [410, 1, "it answered 410, which asks for that"],
    [500, 74, "for 3 days nothing could be delivered"],
  ] as const
) {
  Deno.test(`Retry-After is waited for; an address that answers ${status} is switched off then, with a letter`, async () => {
    const { app, addresses } = await opened({ mail: true });
    await using _ = app;
    await register(app, { url: URL_OF_HOOK, types: ["show.added"] });
    const headers = { "retry-after": "90" };
    addresses.answer(HOST, () => new Response(null, { status: 429, headers }));
    await addShow(app);
    await addShow(app);
    await app.clock.advance(80_000);
    assert.equal(addresses.received.length, 1, "nor is another event sent meanwhile");
    addresses.answer(HOST, () => new Response(null, { status }));
    await app.clock.advance(20 * MINUTE);
    await passHours(app, hours);
    await addShow(app);
    await app.clock.advance(MINUTE);
    const { data: [{ state, off_reason }] } = await app.json("/v1/webhooks");
    assert.deepEqual([state, off_reason], ["off", status === 410 ? "gone" : "failed"]);
    const { length } = addresses.received;
    await addShow(app);
    await app.clock.advance(MINUTE);
    assert.equal(addresses.received.length, length);
    const mails = await app.mails();
    assert.equal(mails.length, 1);
    assert.match(mails[0]!.text, new RegExp(`${HOST} \\(its address ends with cr3t\\).*${why}`));
  });
}

Deno.test("webhooks of a key that is revoked pause, those of one that is forgotten go, and none is taken", async () => {
  const { app, addresses } = await opened();
  await using _ = app;
  const hook = { url: URL_OF_HOOK, types: ["show.added"] };
  const { id, secret: key } = await app.issue("standard");
  await register(app, hook, { key });
  await register(app, { ...hook, url: "https://two.example/" });
  await addShow(app);
  await app.run(["key", "revoke", id]);
  await addShow(app);
  assert.equal(typesAt(addresses, HOST).length, 1);
  assert.equal(typesAt(addresses, "two.example").length, 2);
  assert.equal((await app.told(["webhook", "list", "--key", id])).length, 1);
  await app.run(["key", "forget", id]);
  assert.equal((await app.told(["webhook", "list"])).length, 1);
});

Deno.test("operators list webhooks without their addresses, and switch them off", async () => {
  const { app, addresses } = await opened();
  await using _ = app;
  const { id } = await register(app, { url: URL_OF_HOOK });
  const [listed] = await app.told(["webhook", "list"]);
  assert.deepEqual([listed.id, listed.host, listed.hint, listed.state], [id, HOST, "cr3t", "on"]);
  assert.equal((await app.told(["webhook", "disable", id])).off_reason, "operator");
  assert.match((await app.run(["webhook", "disable", id])).err, /is off/);
  await app.clock.advance(5_000);
  await addShow(app);
  assert.deepEqual(addresses.received, []);
});
