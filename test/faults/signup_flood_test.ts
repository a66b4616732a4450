import assert from "node:assert/strict";
import { listAll } from "../../src/platform/kv.ts";
import { HOUR_MS } from "../../src/toolbox/durations.ts";
import { issueKey, signedUp } from "../support/issue.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { sizeOf } from "../support/size.ts";
import { AMPLE, dayPlan } from "../support/small_content.ts";
import { type ReceivedMail, startSmtpServer } from "../support/smtp_server.ts";
import { until } from "../support/until.ts";
import { noteFigure } from "./figures.ts";

/** Forms that are sent, by so many addresses, two in each network. */
const SIGNUPS = sizeOf({ default: 400, full: 10_000 });
const ADDRESSES = SIGNUPS / 50;
const NETWORKS = ADDRESSES / 2;
/** People who did not ask for a letter, and whom every network has letters sent to. */
const VICTIMS = 5;
const LANES = 16;
/** What all together, a network, an e-mail, and an e-mail from one network get. */
const [OF_ALL, OF_NETWORK, OF_EMAIL, OF_BOTH] = [200, 10, 9, 3];
const METRICS_TOKEN = "m".repeat(16);
const SIGNUP_PLAN = dayPlan(1000).replace(/ }$/, ", signup: { by: email, groups: [bunga] } }");

/** The `n`th form: each network has in turn a letter sent to a victim, and to a fan of its own. */
function formOf(n: number): { readonly from: string; readonly email: string } {
  const address = n % ADDRESSES;
  const network = address % NETWORKS;
  const from = `10.1.${network}.${address < NETWORKS ? 1 : 2}`;
  const round = Math.floor(n / ADDRESSES);
  const email = round % 2 === 0
    ? `victim-${(network + round) % VICTIMS}+${network}@fans.example`
    : `fan-${n}+${network}@fans.example`;
  return { from, email };
}

/** Counts letters by what a function finds in their recipients. */
function countBy(mails: readonly ReceivedMail[], part: RegExp): number[] {
  const groups = Map.groupBy(mails, ({ to: [to = ""] }) => part.exec(to)?.[0] ?? "");
  groups.delete("");
  return [...groups.values()].map(({ length }) => length);
}

Deno.test(`${SIGNUPS} sign-ups from ${ADDRESSES} addresses get the letters of their bounds, and harm no caller`, async () => {
  await using smtp = startSmtpServer();
  await using site = await createServerFixture({ standard: AMPLE, fan: SIGNUP_PLAN }, {
    SMTP_URL: smtp.url,
    TRUSTED_PROXIES: "127.0.0.1",
    METRICS_TOKEN,
  });
  const key = await issueKey(site.store, { plan: "standard" });
  // Two processes on one store.
  await using one = await site.start();
  await using other = await site.start();
  const bases = [one.base, other.base];

  const statuses = new Map<number, number>();
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const proxied = (from: string) => ({ "x-forwarded-for": from, "x-forwarded-proto": "https" });
  let next = 0;

  async function signUp(): Promise<void> {
    while (next < SIGNUPS) {
      const n = next++;
      const { from, email } = formOf(n);
      const fields = { name: "Fan", email, note: "a page", ips: "" };
      const response = await fetch(`${bases[n % 2]}key`, {
        method: "POST",
        headers: { ...proxied(from), "sec-fetch-site": "same-origin" },
        body: new URLSearchParams(fields),
      });
      await response.body?.cancel();
      count(response.status);
    }
  }

  const others = new Map<number, number>();
  async function callOn(): Promise<void> {
    while (next < SIGNUPS) {
      const path = "api/bunga/members";
      const response = await fetch(`${one.base}${path}`, { headers: { "x-api-key": key.secret } });
      await response.body?.cancel();
      others.set(response.status, (others.get(response.status) ?? 0) + 1);
    }
  }

  const begun = Date.now();
  await Promise.all([callOn(), ...Array.from({ length: LANES }, signUp)]);
  const seconds = (Date.now() - begun) / 1000;

  async function events(): Promise<Map<string, number>> {
    const sums = new Map<string, number>();
    for (const base of bases) {
      const response = await fetch(`${base}metrics`, {
        headers: { authorization: `Bearer ${METRICS_TOKEN}` },
      });
      const lines = (await response.text()).matchAll(
        /oshibase_signups_total\{event="(\w+)"\} (\d+)/g,
      );
      for (const [, event = "", value] of lines) {
        sums.set(event, (sums.get(event) ?? 0) + Number(value));
      }
    }
    return sums;
  }
  const sentAll = async () => {
    const sums = await events();
    return (sums.get("letter_sent") ?? 0) + (sums.get("letter_failed") ?? 0) === sums.get("asked");
  };
  await until(sentAll, 60_000);

  // Windows are hours of the clock, so that a run may be in two.
  const hours = Math.floor(Date.now() / HOUR_MS) - Math.floor(begun / HOUR_MS) + 1;
  const { mails } = smtp;
  const ofNetworks = countBy(mails, /(?<=\+)\d+/);
  assert.ok(ofNetworks.every((letters) => letters <= OF_NETWORK * hours), `${ofNetworks}`);
  const most = Math.min(OF_ALL, NETWORKS * OF_NETWORK);
  assert.ok(mails.length >= most && mails.length <= most * hours, `${mails.length} of ${most}`);
  const ofVictims = countBy(mails, /^victim-\d+/);
  assert.ok(ofVictims.every((letters) => letters <= OF_EMAIL * hours), `${ofVictims}`);
  const ofBoth = countBy(mails, /^victim-\d+\+\d+/);
  assert.ok(ofBoth.every((letters) => letters <= OF_BOTH * hours), `${ofBoth}`);

  // Each form is answered, as one that was sent or as one too many; both count it.
  const sums = await events();
  assert.deepEqual([...statuses.keys()].sort(), [200, 429]);
  assert.equal(statuses.get(200)! + statuses.get(429)!, SIGNUPS);
  assert.equal(sums.get("asked")! + sums.get("too_many")!, SIGNUPS);
  assert.equal(sums.get("letter_sent"), mails.length);
  assert.equal(sums.get("letter_failed"), undefined);

  // Others are served; nothing is kept of those who asked; a letter's link makes a key all the same.
  assert.deepEqual([...others.keys()], [200]);
  const stored = await Array.fromAsync(listAll(site.store.kv, []));
  const text = JSON.stringify(stored.map(({ key, value }) => [key, value]));
  assert.equal(/victim-|fan-\d|10\.1\.\d/.test(text), false);
  assert.deepEqual(await signedUp(site.store), []);
  const link = /https:\/\/\S+(\/key\/confirm\?link=\S+)/.exec(mails[0]!.text)![1]!;
  const page =
    await (await fetch(`${other.base}${link.slice(1)}`, { headers: proxied("10.9.9.9") }))
      .text();
  const hidden = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  const made = await fetch(`${one.base}key/confirm`, {
    method: "POST",
    headers: { ...proxied("10.9.9.9"), "sec-fetch-site": "same-origin" },
    body: new URLSearchParams(hidden.map(([, name, value]) => [name!, value!])),
  });
  const secret = /J-osb_[0-9A-Za-z]{38}/.exec(await made.text())![0];
  await until(async () => {
    const response = await fetch(`${other.base}api/bunga/members?apikey=${secret}`);
    await response.body?.cancel();
    return response.status === 200;
  }, 3_000);
  assert.equal((await signedUp(site.store)).length, 1);
  for (const { printed } of [one, other]) {
    assert.equal(/victim-|fan-\d|link=/.test(printed.out + printed.err), false);
  }
  const each = (1000 * seconds / SIGNUPS).toFixed(1);
  noteFigure(
    `${SIGNUPS} sign-ups from ${ADDRESSES} addresses`,
    `${mails.length} letters, ${each} ms each`,
  );
});
