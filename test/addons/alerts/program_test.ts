import assert from "node:assert/strict";
import { readAllSettings } from "../../../src/core/all_settings.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createFakeNet } from "../../../build/demo/net.ts";
import { idnItem } from "../../../build/demo/scene.ts";
import { createLiveProgram, NOW } from "../../support/live_program.ts";
import { createProgram } from "../../support/program.ts";

const MINUTE = 60_000;
const CONTENT = "test/fixtures/trio";

Deno.test("a program tells its address of a platform that never answers", async () => {
  const posts: string[] = [];
  const net = {
    fetch(url: string, init: RequestInit = {}) {
      if (!url.startsWith("https://ops.example/")) return Promise.reject(new Error("unreachable"));
      posts.push(JSON.parse(String(init.body)).data.alert);
      return Promise.resolve(new Response(null, { status: 204 }));
    },
  };
  const clock = createManualClock(Date.parse("2026-07-04T12:00:00Z"));
  const env = { LIVE: "on", ALERT_WEBHOOK_URL: "https://ops.example/alerts" };
  await using program = await createProgram({
    content: CONTENT,
    clock,
    net,
    env,
    elapsed: clock.now,
  });
  program.service.live.start();
  await clock.advance(9 * MINUTE);
  assert.equal(posts.length, 0);
  await clock.advance(6 * MINUTE);
  assert.ok(posts.includes("platform_down idn"), posts.join());
  assert.equal(new Set(posts).size, posts.length);
});

Deno.test("a program tells of a platform that changes the form of its entries, and that they can be read again", async () => {
  const posts: string[] = [];
  const platforms = createFakeNet();
  const { scene } = platforms;
  const net = {
    ...platforms,
    fetch(url: string, init: RequestInit = {}) {
      if (!url.startsWith("https://ops.example/")) return platforms.fetch(url, init);
      const { type, data } = JSON.parse(String(init.body));
      if (data.alert.endsWith(" idn")) posts.push(`${type} ${data.alert}`);
      return Promise.resolve(new Response(null, { status: 204 }));
    },
  };
  const clock = createManualClock(NOW);
  const env = { ALERT_WEBHOOK_URL: "https://ops.example/alerts" };
  const well = [idnItem("kota_ani", "ani"), idnItem("kota_dian", "dian")];
  scene.idn = well;
  await using program = await createLiveProgram({ clock, net, env, elapsed: clock.now });
  const idn = () => program.service.live.view.sources().find(({ name }) => name === "idn")!;
  await program.pass(20 * MINUTE);
  assert.deepEqual([posts, idn().dropped], [[], {}]);

  // What a broadcast is called by has another name, as after a release of the platform.
  scene.idn = well.map(({ slug, ...item }) => ({ ...item, handle: slug })) as never;
  await program.pass(2 * MINUTE);
  assert.deepEqual([idn().state, idn().dropped, posts], ["ok", { malformed: 2 }, []]);
  await program.pass(4 * MINUTE);
  assert.deepEqual(posts, ["alert.began platform_changed idn"]);

  scene.idn = well;
  await program.pass(12 * MINUTE);
  assert.deepEqual(posts.slice(1), ["alert.over platform_changed idn"]);
  assert.deepEqual(idn().dropped, {});
});

Deno.test("letters of alarm need a mail server, and addresses", async () => {
  const env = { ALERT_MAIL_TO: "ops@fans.example" };
  const now = "2026-07-04T12:00:00Z";
  await assert.rejects(
    createProgram({ content: CONTENT, now, env }),
    /Cannot use ALERT_MAIL_TO without SMTP_URL/,
  );
  assert.throws(
    () => readAllSettings((name) => name === "ALERT_MAIL_TO" ? "ops" : undefined),
    /Cannot use ALERT_MAIL_TO: it takes mail addresses with commas between them/,
  );
});
