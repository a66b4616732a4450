import assert from "node:assert/strict";
import type { KeyRecord } from "../../../src/access/records/key_store.ts";
import { type Occasion, sunsetOccasion } from "../../../src/addons/letters/occasion.ts";
import { letterAbout } from "../../../src/addons/letters/words.ts";
import { type SmtpServer, startSmtpServer } from "../../support/smtp_server.ts";
// A clock that is moved by hand does not wait for what the first letter loads: it is there before.
import "nodemailer";
import { type World, world } from "../../support/world.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.parse("2026-07-04T12:00:00Z");

/** A process, and its mail server. */
async function opened(refuses?: (recipient: string) => boolean) {
  const server = await startSmtpServer(refuses);
  const env = { SMTP_URL: server.url };
  const app = await world({ content: {}, now: NOW, env, plans: "content" });
  return {
    app,
    server,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Lets days pass, and then minutes in which letters are looked for, and so many arrive over a real socket. */
async function pass(
  app: World,
  server: SmtpServer,
  days: number,
  count = 0,
): Promise<string[]> {
  app.at(app.clock.now() + days * DAY);
  const before = server.mails.length;
  for (let n = 0; n < 20 || (n < 500 && server.mails.length < before + count); n++) {
    await app.clock.advance(MINUTE / 2);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return server.mails.slice(before).map(({ to, headers }) => `${to} ${headers.get("subject")}`);
}

function issue(app: World, email: string, ...more: string[]) {
  return app.told([
    ...["key", "issue", "--plan", "standard", "--owner", "Sari", "--email", email],
    ...["--ip", "127.0.0.0/8", ...more],
  ]);
}

Deno.test("owners are told 7 days and 1 day before their key expires, once, and anew if it was extended", async () => {
  await using open = await opened();
  const { app, server } = open;
  const { id } = await issue(app, "sari@fans.example", "--expires", "2026-08-03");
  const { id: revoked } = await issue(app, "gone@fans.example", "--expires", "2026-08-03");
  await app.told(["key", "revoke", revoked]);
  await issue(app, "short@fans.example", "--expires", "2026-07-08");
  assert.deepEqual(await pass(app, server, 20), []);
  assert.deepEqual(await pass(app, server, 4, 1), [
    "sari@fans.example Your API key for Test expires in 7 days or less",
  ]);
  const { text } = server.mails[0]!;
  assert.match(text, /^Hello Sari,\n[^]*expires on 2026-08-0\d \d\d:\d\d UTC[^]*test@oshibase/);
  await app.told(["key", "extend", id, "--expires", "2026-09-03"]);
  assert.deepEqual(await pass(app, server, 7), []);
  assert.equal((await pass(app, server, 25, 1)).length, 1);
  assert.deepEqual(await pass(app, server, 5, 1), [
    "sari@fans.example Your API key for Test expires in a day or less",
  ]);
});

Deno.test("owners are told of a rotation by the key, with the page that ends it, and no secret", async () => {
  await using open = await opened();
  const { app, server } = open;
  const { secret: key } = await issue(app, "sari@fans.example");
  const { id: ended, secret: other } = await issue(app, "gone@fans.example");
  await app.ask("/v1/key/rotate", { method: "POST", key: other });
  await app.told(["key", "revoke", ended]);
  const response = await app.ask("/v1/key/rotate", { method: "POST", key });
  const { secret } = await response.json();
  assert.equal(response.status, 200);
  assert.deepEqual(await pass(app, server, 0, 1), [
    "sari@fans.example Your key for Test has a new secret",
  ]);
  const { text } = server.mails[0]!;
  assert.match(text, /works until 2026-07-05 12:00 UTC[^]*\/key\/manage$/m);
  assert.ok(!text.includes(secret) && !text.includes(key));
});

Deno.test("owners are told once that the service ends, whoever has several keys; a dead mailbox stops nobody's letter", async () => {
  let refused = 0;
  await using open = await opened((recipient) => recipient.startsWith("dead") && ++refused > 0);
  const { app, server } = open;
  for (const name of ["dead", "sari", "SARI", "budi"]) await issue(app, `${name}@fans.example`);
  const site = "title: Test\ncontact: test@oshibase.example\nbase_url: https://oshibase.example\n";
  const sunset = (on: string) =>
    app.edit({ "site.yaml": `${site}sunset: { on: ${on}, successor: https://next.example }\n` });
  await sunset("2026-10-01");
  const subject = "Test is about to end";
  const told = ["budi", "sari"].map((name) => `${name}@fans.example ${subject}`);
  assert.deepEqual((await pass(app, server, 0, 2)).sort(), told);
  assert.match(
    server.mails[0]!.text,
    /ends on 2026-10-01[^]*https:\/\/next\.example[^]*\/v1\/data/,
  );
  await issue(app, "late@fans.example");
  assert.deepEqual(await pass(app, server, 2, 1), [`late@fans.example ${subject}`]);
  assert.equal(refused, 1);
  await sunset("2026-11-01");
  assert.equal((await pass(app, server, 0, 3)).length, 3, "it was moved");
});

const SITE = {
  title: "Serambi",
  contact: "help@serambi.example",
  base_url: "https://serambi.example",
  sunset: { on: "2026-09-01", successor: "https://next.example" },
};

Deno.test("every letter to an owner is in English or Indonesian, plain, and names the service", () => {
  const endsAt = Date.parse("2026-07-05T00:00:00Z");
  const occasions: Occasion[] = [
    { kind: "expiry", name: "expiry 7", days: 7, endsAt },
    { kind: "expiry", name: "expiry 1", days: 1, endsAt },
    { kind: "rotation", name: "rotation", at: endsAt, endsAt },
    sunsetOccasion(SITE.sunset),
  ];
  for (const language of ["en", "id"] as const) {
    const owner = { owner: "Sari", email: "a@b.example", language };
    const key = { id: "k_1", hint: "J-…ab", expiresAt: endsAt, ...owner };
    const service = { site: SITE, manageAddress: `${SITE.base_url}/key/manage` };
    for (const occasion of occasions) {
      const { subject, text } = letterAbout(occasion, key as KeyRecord, service)!;
      assert.match(text, language === "id" ? /^Halo/ : /^Hello/);
      assert.match(subject, /Serambi/);
      assert.match(text, /k_1[^]*\n\nSerambi\nhelp@serambi\.example\n$/);
      assert.equal(/\b(Anda|kunci)\b/.test(text), language === "id", text);
    }
  }
  const moved = { site: { ...SITE, sunset: { on: "2026-10-01" } }, manageAddress: "" };
  const key = { id: "k_1", email: "a@b.example", owner: "", expiresAt: endsAt + 1 } as KeyRecord;
  for (const past of [occasions[0]!, occasions[1]!, sunsetOccasion(SITE.sunset)]) {
    assert.equal(letterAbout(past, key, moved), undefined);
  }
});
