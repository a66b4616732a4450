import assert from "node:assert/strict";
import { maxStreams, maxWebhooks, type Plan } from "../../../src/model/plans.ts";
import { canWrite } from "../../../src/admin/owner/owner.ts";
import { TRIO } from "../../support/contents.ts";
import { issueKey, issueToken } from "../../support/issue.ts";
import { createFaultyKv } from "../../support/faulty_kv.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createProgram } from "../../support/program.ts";
import { linkIn, openSignup, PLANS } from "./harness.ts";

const PLAN: Plan = { rate: "unlimited", quota: "unlimited" };
const OPEN: Plan = { ...PLAN, signup: { by: "email", groups: ["melati"] } };

Deno.test("a plan that anybody signs up for has 3 streams and 1 webhook, unless it says otherwise", () => {
  assert.deepEqual([maxStreams(OPEN), maxWebhooks(OPEN)], [3, 1]);
  assert.deepEqual([maxStreams(PLAN), maxWebhooks(PLAN)], [50, 10]);
  const own = { ...OPEN, streams: 7, webhooks: 4 };
  assert.deepEqual([maxStreams(own), maxWebhooks(own)], [7, 4]);
});

Deno.test("links are made for an address with https, or on this machine, and with a mail server", () => {
  const isOpen = (base: string, hasMail = true) => canWrite({ hasMail, baseUrl: () => base });
  const bases = {
    "https://api.oshibase.example": true,
    "http://127.0.0.1:8000": true,
    "http://[::1]:8000": true,
    "http://api.oshibase.example": false,
    "http://127.0.0.1.evil.example": false,
    "ftp://api.oshibase.example": false,
    "": false,
  };
  for (const [base, expected] of Object.entries(bases)) {
    assert.equal(isOpen(base), expected, base);
  }
  assert.equal(isOpen("https://api.oshibase.example", false), false);
});

Deno.test("no metric has a link, an e-mail or an address of those who sign up", async () => {
  const METRICS_TOKEN = "m".repeat(16);
  await using desk = await openSignup({ env: { METRICS_TOKEN } });
  await desk.signUp();
  const link = linkIn((await desk.letters())[0]!.text);
  await desk.press(link);
  const response = await desk.send("/metrics", {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const text = await response.text();
  assert.match(text, /oshibase_signups_total\{event="key_made"\} 1/);
  assert.match(text, /oshibase_signups_total\{event="letter_sent"\} 1/);
  for (const part of [link.slice(-30), "sari", "203.0.113.7"]) {
    assert.equal(text.includes(part), false, part);
  }
});

Deno.test("40 keys that were signed up for hold half of the streams, and the others get theirs", async () => {
  const env = { SSE_LIMIT: "20" };
  await using program = await createProgram({ ...TRIO, plans: PLANS, plan: null, env });
  const { stores, service, ask } = program;
  const keys = [];
  for (let n = 0; n < 40; n++) {
    keys.push(await issueKey(stores, { plan: "fan", signup: `digest ${n}` }));
  }
  const own = await issueKey(stores);
  const token = await issueToken(stores);
  await service.access.credentials.refresh();
  const open: Response[] = [];
  const streams = async (times: number, init: Parameters<typeof ask>[1]) => {
    const before = open.length;
    for (let n = 0; n < times; n++) {
      const response = await ask("/api/kembang/live/stream", init);
      if (response.status === 200) open.push(response);
      else {
        assert.equal(response.status, 503);
        assert.equal((await response.json()).type, "TRY_AGAIN");
      }
    }
    return open.length - before;
  };
  try {
    let ofSignups = 0;
    for (const { secret } of keys) ofSignups += await streams(4, { key: secret });
    assert.equal(ofSignups, 10);
    assert.equal(await streams(20, { key: own.secret }), 8, "a tenth is kept for tokens");
    const headers = { "x-priority-token": token.secret };
    assert.equal(await streams(5, { key: null, headers }), 2);
  } finally {
    for (const response of open) await response.body!.cancel();
  }
});

Deno.test("the page is shown while the store is away; what is sent then is to be sent again", async () => {
  const kv = createFaultyKv(createMemoryKv());
  await using desk = await openSignup({ kv });
  kv.outOfReach = true;
  assert.match(await desk.page("/key"), /<div id="key">/);
  const refused = await desk.signUp();
  assert.deepEqual([refused.status, (await refused.json()).outcome], [503, "away"]);
  kv.outOfReach = false;
  assert.equal((await desk.signUp()).status, 200);
});
