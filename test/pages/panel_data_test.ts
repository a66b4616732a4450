import assert from "node:assert/strict";
import BASE from "../../src/page/base.css" with { type: "text" };
import SERVICE from "../../src/page/service.css" with { type: "text" };
import { attemptsKey, type WebhookRecord } from "../../src/addons/webhooks/record.ts";
import type { DeliveryItem } from "../../src/model/answer/v1.ts";
import { createWebhookSeal, createWebhookStore } from "../../src/addons/webhooks/store.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { PEPPER } from "../support/credential_stores.ts";
import { createFaultyKv } from "../support/faulty_kv.ts";
import { status } from "../../build/demo/net.ts";
import {
  createBusyNet,
  createLiveProgram,
  type LiveProgram,
  NOW,
} from "../support/live_program.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { addAdmin } from "../support/issue.ts";
import { findings, overflow, PICTURES, SEEN, startBrowser } from "./browser.ts";
import { logIn, NAME, PASSWORD } from "./panel_in_browser.ts";

/** Hosts that find the narrow places of a page. */
const HOSTS = [
  "hooks.example",
  "discord.com",
  "a-host-with-a-long-name.in-some-department.of-a-large-company.example",
];

async function addWebhooks({ kv, stores, issue, clock }: LiveProgram): Promise<void> {
  const webhooks = createWebhookStore(kv);
  const seal = createWebhookSeal(PEPPER, systemRandom);
  for (const [n, host] of HOSTS.entries()) {
    const { id: keyId } = await issue("wide");
    const id = `w_${String(n).padStart(12, "0")}`;
    await stores.keys.update(keyId, (key) => ({ ...key, owner: OWNERS[n]! }));
    const record: WebhookRecord = {
      ...{ id, keyId, sealed: seal.close(id, { url: `https://${host}/hook/abcd`, secret: "s" }) },
      format: n === 1 ? "discord" : "standard",
      types: n === 0 ? [] : ["live.started", "live.ended", "birthday.today"],
      ...{ groups: [], members: [], createdAt: NOW - (n + 1) * 86_400_000 },
    };
    // Nobody reads the cursor: what is to be told was told.
    assert.ok(await webhooks.add(record, 999_999, 10));
    if (n === 2) await webhooks.switchOff(record, "failed", clock.now());
    await kv.commit([], [{ set: attemptsKey(id), value: attemptsOf(id, n) }]);
  }
}

const OWNERS = ["Sari", "小鳥遊 さくら子・櫻坂ノ宮 千代姫ファンクラブ", "กานต์ธิดา วงศ์สุวรรณรัตน์กุล"];

const OUTCOMES = ["delivered", "no answer", "wrong answer", "address not allowed"] as const;

function attemptsOf(webhook: string, n: number): DeliveryItem[] {
  return Array.from({ length: 8 }, (_, attempt) => ({
    ...{ id: `msg_${webhook}_${attempt}`, event: "live.started", attempt: attempt + 1 },
    ...{ at: new Date(NOW - (attempt * 37 + n) * 60_000).toISOString(), ms: 40 },
    outcome: OUTCOMES[(attempt + n) % 4]!,
    next_at: null,
  }));
}

/** An hour of requests, more in some minutes than in others. */
async function ask({ clock, send, key }: LiveProgram): Promise<void> {
  for (let minute = 0; minute < 60; minute++) {
    const count = 3 + Math.round(10 * (1 + Math.sin(minute / 6)));
    for (let n = 0; n < count; n++) {
      const answer = await send("/api/kota/members", { key: n % 5 === 0 ? "nobody" : key });
      await answer.body?.cancel();
    }
    await clock.advance(60_000);
  }
}

Deno.test("the panel with broadcasts, webhooks, an hour of requests, and without its store", async (t) => {
  const clock = createManualClock(NOW);
  const kv = createFaultyKv(createMemoryKv(clock), { clock });
  const net = createBusyNet();
  const direct = {
    resolve: () => Promise.resolve(["93.184.215.14"]),
    fetchFrom: () => Promise.resolve(new Response(null, { status: 204 })),
  };
  await using program = await createLiveProgram({ clock, kv, net, direct });
  await addAdmin(program.stores, NAME, PASSWORD);
  await addWebhooks(program);
  await ask(program);
  await program.pass(60_000);
  net.fail("showroom", status(500));
  await program.pass(300_000);
  const { hostname, port } = program.serve();
  const base = `http://${hostname}:${port}/`;
  await using browser = await startBrowser();
  for (const seen of SEEN) {
    const { width, scheme } = seen;
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: scheme,
    });
    const page = await context.newPage();
    // The program has content without a site beside it.
    const style = { contentType: "text/css", body: BASE + SERVICE };
    await page.route("**/assets/style.css", (route) => route.fulfill(style));
    await logIn(page, base);

    const look = async (path: string, name: string, says: RegExp) => {
      await t.step(`${name}, ${width} px, ${scheme}`, async () => {
        await page.goto(`${base}admin${path}`);
        const picture = `${PICTURES}/data-${name.replaceAll(/\W+/g, "_")}-${width}-${scheme}.png`;
        if (PICTURES !== undefined) await page.screenshot({ path: picture, fullPage: true });
        assert.match(await page.locator("main").innerText(), says);
        assert.ok(await overflow(page) <= 0, "nothing scrolls sideways");
        assert.deepEqual(await findings(page), []);
      });
    };
    await look("", "overview", /Content build/);
    await look("/live", "live", /ani-talks|Ani/);
    await look("/webhooks", "webhooks", /hooks\.example/);
    kv.outOfReach = true;
    await look("", "overview away", /The store does not answer/);
    await look("/keys", "keys away", /needs the store/);
    kv.outOfReach = false;
    await context.close();
  }
});
