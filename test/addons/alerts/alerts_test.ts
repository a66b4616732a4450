import assert from "node:assert/strict";
import { createFakeNet, status } from "../../support/fake_net.ts";
import { idnItem } from "../../../build/demo/scene.ts";
import { createLook } from "../../../src/addons/alerts/look.ts";
import type { Core } from "../../../src/core/core.ts";
import { ON_AIR } from "../../support/contents.ts";
import { type World, world, type WorldOptions } from "../../support/world.ts";

const MINUTE = 60_000;
const OPS = "https://ops.example/alerts";

interface Post {
  readonly url: string;
  readonly headers: Headers;
  // deno-lint-ignore no-explicit-any
  readonly body: any;
}

/** A world whose operator is told of trouble, and whose platforms can be made to fail. */
async function opened(options: Partial<WorldOptions> = {}) {
  const platforms = createFakeNet();
  const posts: Post[] = [];
  const statuses: number[] = [];
  const net = Object.assign({ ...platforms }, {
    fetch(url: string, init: RequestInit = {}) {
      if (!/^https:\/\/(ops\.example|discord\.com)\//.test(url)) return platforms.fetch(url, init);
      const status = statuses.shift() ?? 204;
      if (status === 204) {
        const body = JSON.parse(String(init.body));
        posts.push({ url, headers: new Headers(init.headers), body });
      }
      return Promise.resolve(new Response(null, { status }));
    },
  });
  const own = { ALERT_WEBHOOK_URL: OPS, LIVE: "on", YOUTUBE_API_KEY: "" };
  const env = { ...own, ...options.env };
  const app = await world({ ...ON_AIR, ...options, platforms: net, env });
  const told = () => posts.map(({ body: { type, data } }) => `${type} ${data.alert}`);
  return { app, platforms, posts, statuses, told };
}

/** Lets time pass, with a poll and a look after each half of a minute. */
async function pass(app: World, minutes: number): Promise<void> {
  for (let n = 0; n < 2 * minutes; n++) await app.pass(MINUTE / 2);
}

Deno.test("a platform that is down is told once when it begins and once when it is over, by mail too", async () => {
  const env = { ALERT_MAIL_TO: "a@ops.example,b@ops.example" };
  const { app, platforms, posts, statuses, told } = await opened({ mail: true, env });
  await using _ = app;
  await pass(app, 15);
  assert.deepEqual(told(), []);
  platforms.fail("idn", status(500));
  await pass(app, 10);
  assert.deepEqual(told(), []);
  statuses.push(500);
  await pass(app, 20);
  assert.deepEqual(told(), ["alert.began platform_down idn"]);
  // What comes and goes is one trouble.
  platforms.fail("idn", undefined);
  await pass(app, 20);
  assert.equal(posts.length, 1);
  await pass(app, 15);
  assert.deepEqual(told().slice(1), ["alert.over platform_down idn"]);
  const [began, over] = posts;
  assert.equal(began!.headers.get("webhook-id"), "alert_platform_down_idn_1");
  assert.equal(over!.headers.get("webhook-id"), "alert_platform_down_idn_2");
  assert.match(began!.headers.get("webhook-timestamp")!, /^\d{10}$/);
  const { data } = began!.body;
  assert.equal(data.title, "A live platform cannot be asked: idn");
  assert.match(data.text, /^It last answered 1\d minutes ago\.\n\nIts broadcasts are not shown/);
  assert.equal(data.over_at, null);
  assert.ok(over!.body.data.over_at > data.began_at);
  // Letters go over a real socket, whatever the clock shows.
  const mails = [...await app.mails()];
  for (let n = 0; n < 500 && mails.length < 2; n++) {
    await app.clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    mails.push(...await app.mails());
  }
  assert.equal(mails.length, 2);
  assert.deepEqual(mails[0]!.to, ["a@ops.example", "b@ops.example"]);
  assert.match(mails[0]!.headers.get("message-id")!, /^<alert_platform_down_idn_1@/);
  assert.ok(!app.log.lines.join("\n").includes("ops.example/alerts"));
});

Deno.test("two processes tell once of a platform that changes the form of its entries; Discord gets an embed", async () => {
  const env = { ALERT_WEBHOOK_URL: "https://discord.com/api/webhooks/1/secret" };
  const { app, platforms: { scene }, posts } = await opened({ env });
  await using _ = app;
  await using beside = await app.beside();
  const well = [idnItem("kota_ani", "ani")];
  // What a broadcast is called by has another name, as after a release of the platform.
  scene.idn = well.map(({ slug, ...item }) => ({ ...item, handle: slug })) as never;
  await pass(app, 10);
  scene.idn = well;
  await pass(app, 35);
  assert.equal(posts.length, 2);
  assert.equal(posts[0]!.url, `${env.ALERT_WEBHOOK_URL}?wait=true`);
  const [began, over] = posts.map(({ body }) => body.embeds[0]);
  assert.equal(began.title, "Entries of a live platform cannot be read: idn");
  assert.equal(over.title, "The entries of a live platform can be read again: idn");
  assert.notEqual(began.color, over.color);
  assert.deepEqual(posts[0]!.body.allowed_mentions, { parse: [] });
  assert.equal((await beside.ask("/healthz")).status, 200);
});

Deno.test("while the store is away nothing begins; a clock that is set ends nothing", async () => {
  const env = { AUDIT_WEBHOOK_URL: "https://ops.example/audit" };
  const { app, statuses, told } = await opened({ env, faulty: true, outage: true });
  await using _ = app;
  const { secret: token } = await app.issueToken();
  statuses.push(404);
  await app.until(app.ask("/v1/birthdays/today", { key: null, token }));
  app.kv.outOfReach = true;
  await pass(app, 10);
  assert.deepEqual(told(), []);
  app.kv.outOfReach = false;
  await pass(app, 10);
  assert.deepEqual(told(), ["alert.began audit_channel_down discord"]);
  const fault = app.log.lines.findIndex((line) => line.startsWith("error"));
  assert.match(app.log.lines.splice(fault, 1)[0]!, /no longer sent/);
  app.at(app.clock.now() - 5 * 60 * MINUTE);
  await pass(app, 40);
  assert.equal(told().length, 1);
});

Deno.test("a disk is low below 5 %, a platform of unknown age is down after 10 minutes", async () => {
  const seen = async (free: number, startedAt: number) => {
    const source = { name: "idn", state: "down", dropped: {} };
    const look = createLook(
      {
        platform: { clock: { now: () => 11 * MINUTE } },
        startedAt,
        store: { path: "store.kv" },
        access: { wrongPasswords: { total: 0, refused: 0 }, storeState: () => "ok" },
        audit: { state: () => ({ sinks: [] }) },
        live: { view: { sources: () => [source] } },
        readDiskSpace: () => Promise.resolve({ sizeBytes: 1_000, freeBytes: free }),
      } as unknown as Core,
    );
    return [...(await look()).keys()];
  };
  assert.deepEqual(await seen(49, 0), ["disk_low", "platform_down idn"]);
  assert.deepEqual(await seen(51, 2 * MINUTE), []);
});

Deno.test("letters of alarm need a mail server, and addresses", async () => {
  const env = { ALERT_MAIL_TO: "ops@fans.example" };
  await assert.rejects(world({ ...ON_AIR, env }), /Cannot use ALERT_MAIL_TO without SMTP_URL/);
  await assert.rejects(
    world({ ...ON_AIR, env: { ALERT_MAIL_TO: "ops" } }),
    /Cannot use ALERT_MAIL_TO: it takes mail addresses with commas between them/,
  );
});
