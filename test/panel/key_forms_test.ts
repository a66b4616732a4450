import assert from "node:assert/strict";
import { systemRandom } from "../../src/platform/random.ts";
import type { WebhookRecord } from "../../src/addons/webhooks/record.ts";
import { createWebhookSeal, createWebhookStore } from "../../src/addons/webhooks/store.ts";
import { PEPPER } from "../support/credential_stores.ts";
import type { KeyRecord } from "../../src/access/records/key_store.ts";
import { tailEntries } from "../../src/audit/record/read_record.ts";
import { formTokenOf } from "../support/panel_browser.ts";
import type { Program } from "../support/program.ts";
import { browserOf, createPanelProgram, loggedIn, NAME } from "./harness.ts";

const ON = { env: { ADMIN_API: "on" }, plans: "content" } as const;
const DAY_MS = 86_400_000;

async function issue({ stores, clock }: Program, more: Partial<KeyRecord> = {}) {
  const { record } = await stores.keys.issue({
    owner: "Sari",
    email: "sari@fans.example",
    plan: "standard",
    groups: [],
    ips: ["192.0.2.7", "2001:db8::/48"],
    createdAt: clock.now(),
    ...more,
  });
  return record;
}

async function acts({ kv }: Program, subject?: string) {
  const entries = await tailEntries(kv, {
    kind: "admin",
    subjects: subject === undefined ? [] : [subject],
  });
  return entries.flatMap((entry) =>
    entry.kind === "admin" && (entry.before ?? entry.after) !== null ? [entry] : []
  );
}

/** The value of a form's hidden field that says what its page showed. */
function wasOf(text: string, form: string): string {
  const [, value] = new RegExp(`/${form}">[^]*?name="was" value="([^"]*)"`).exec(text)!;
  return value!;
}

Deno.test("a key's page changes plan, end, credit and addresses as the command line does", async () => {
  await using program = await createPanelProgram(ON);
  const browser = await loggedIn(program);
  const { id } = await issue(program);
  const path = `/admin/keys/${id}`;
  const steps: [form: string, fields: Record<string, string>, seen: RegExp, command: string][] = [
    ["plan", { plan: "priority", was: "standard" }, /50,000/, "key set-plan"],
    ["end", { expires: "2027-01-31", was: "never" }, /value="2027-01-31"/, "key extend"],
    ["credit", { requests: "1000" }, /0 of 51,000[^]*1,000 of them credit/, "key credit"],
    ["allow", { ip: "198.51.100.0/24, 192.0.2.7" }, /198\.51\.100\.0\/24/, "key allow-ip"],
    ["deny", { ip: "2001:db8::/48" }, /192\.0\.2\.7, 198\.51\.100\.0\/24</, "key deny-ip"],
  ];
  for (const [form, fields, seen] of steps) {
    const sent = await browser.post(`${path}/${form}`, fields, { from: path });
    assert.equal(sent.status, 303, form);
    assert.equal(sent.headers.get("location"), `${path}?done=${form}`);
    const { text } = await browser.get(`${path}?done=${form}`);
    assert.match(text, seen, form);
    assert.match(text, /class="notice info"/);
  }
  const record = (await program.stores.keys.find(id))!;
  assert.deepEqual([record.plan, record.ips], ["priority", ["192.0.2.7", "198.51.100.0/24"]]);
  assert.equal(record.expiresAt, Date.parse("2027-01-31T17:00:00Z"));
  const made = await acts(program, id);
  assert.ok(made.every(({ by, subject }) => by === NAME && subject === id));
  const commands = new Set(made.map(({ command }) => command));
  assert.deepEqual([...commands], steps.map(([, , , command]) => command));
  const { text } = await browser.get(path);
  assert.match(text, /plan: <code>standard<\/code> → <code>priority<\/code>/);
  await browser.post(`${path}/end`, { expires: "never", was: "2027-01-31" }, { from: path });
  assert.equal((await program.stores.keys.find(id))!.expiresAt, undefined);
});

Deno.test("what a form of a key's page cannot take comes back with its message, and changes nothing", async () => {
  await using program = await createPanelProgram(ON);
  const browser = await loggedIn(program);
  const before = await issue(program);
  const path = `/admin/keys/${before.id}`;
  const markup = `"><script>alert(1)</script>`;
  const cases: [form: string, fields: Record<string, string>, says: RegExp, kept?: RegExp][] = [
    ["plan", { plan: "gold" }, /plan &quot;gold&quot;: expected one of/],
    ["plan", {}, /Choose a plan\./],
    ["end", { expires: "tomorrow" }, /write it as 2027-01-31/, /value="tomorrow"/],
    ["end", { expires: "2026-02-30" }, /2026-02-30/, /value="2026-02-30"/],
    ["end", { expires: markup }, /Cannot use the date/, /value="&quot;&gt;&lt;script&gt;/],
    ["credit", { requests: "-5" }, /a whole number from 1 to/, /value="-5"/],
    ["credit", { requests: "0" }, /from 1 to/],
    ["credit", { requests: "1e9" }, /a whole number/],
    ["credit", { requests: "99999999999999999999" }, /from 1 to/, /value="99999999999999999999"/],
    ["credit", { requests: "" }, /Enter how many requests\./],
    ["allow", { ip: "10.0.0.1/33" }, /10\.0\.0\.1\/33/, /value="10\.0\.0\.1\/33"/],
    ["allow", { ip: "1.2.3.4, 300.1.1.1" }, /300\.1\.1\.1/, /value="1\.2\.3\.4, 300\.1\.1\.1"/],
    ["allow", { ip: " , " }, /Enter an address or a range\./],
    ["deny", {}, /Choose an address\./],
    ["deny", { ip: "203.0.113.9" }, /it holds 192\.0\.2\.7, 2001:db8::\/48/],
  ];
  for (const [form, fields, says, kept = /./] of cases) {
    const { status, text } = await browser.post(`${path}/${form}`, fields, { from: path });
    const name = `${form} ${JSON.stringify(fields)}`;
    assert.equal(status, 400, name);
    const place = form === "deny" ? "from which it works</h3>" : `/${form}">`;
    const beside = text.slice(text.indexOf(place));
    const [, after = ""] = /class="notice bad"[^>]*>([^]*?)<\/(?:span|div)>/.exec(beside)!;
    assert.match(after, says, name);
    assert.match(text, kept, name);
    assert.doesNotMatch(text, /<script>/);
  }
  assert.deepEqual(await program.stores.keys.find(before.id), before);
  assert.deepEqual(await acts(program, before.id), []);
  const missing = await browser.post("/admin/keys/k_none/plan", { plan: "priority" }, {
    from: path,
  });
  assert.equal(missing.status, 404);
});

Deno.test("a form made of an older state changes nothing, says what changed, and can be sent again", async () => {
  await using program = await createPanelProgram(ON);
  const [one, other] = [await loggedIn(program), await loggedIn(program)];
  const { id, hint } = await issue(program);
  const path = `/admin/keys/${id}`;
  const send = async (
    browser: typeof one,
    form: string,
    fields: Record<string, string>,
    from: string,
  ) => await browser.post(`${path}/${form}`, fields, { token: formTokenOf(from) });
  const seen = (await other.get(path)).text;
  const was = wasOf(seen, "plan");

  const first = (await one.get(path)).text;
  assert.equal((await send(one, "plan", { plan: "developer", was }, first)).status, 303);
  const late = await send(other, "plan", { plan: "priority", was }, seen);
  assert.equal(late.status, 409);
  assert.match(late.text, /its plan is developer by now, not standard/);
  assert.match(late.text, /<option value="priority"\s+selected/);
  assert.equal((await program.stores.keys.find(id))!.plan, "developer");
  const again = { plan: "priority", was: wasOf(late.text, "plan") };
  assert.equal((await send(other, "plan", again, late.text)).status, 303);

  await send(one, "end", { expires: "2027-01-31", was: "never" }, (await one.get(path)).text);
  const end = { expires: "2027-06-30", was: "never" };
  const ended = await send(other, "end", end, (await other.get(path)).text);
  assert.equal(ended.status, 409);
  assert.match(ended.text, /its end is 2027-01-31 \(Asia\/Jakarta\) by now, not never/);

  const rotated = await send(one, "rotate", { was: hint }, (await one.get(`${path}/rotate`)).text);
  assert.equal(rotated.status, 200);
  const twice = await send(other, "rotate", { was: hint }, (await other.get(path)).text);
  assert.equal(twice.status, 409);
  assert.match(twice.text, /its secret is J-….{4} by now/);
  assert.match(twice.text, new RegExp(`<a href="${path}">Go back`));
  assert.doesNotMatch(twice.text, /osb_/);

  // Both add: nothing of either is lost.
  const [a, b] = [(await one.get(path)).text, (await other.get(path)).text];
  const added = await Promise.all([
    send(one, "allow", { ip: "198.51.100.1" }, a),
    send(other, "allow", { ip: "198.51.100.2" }, b),
  ]);
  assert.deepEqual(added.map(({ status }) => status), [303, 303]);
  const { ips, plan } = (await program.stores.keys.find(id))!;
  assert.deepEqual(ips.slice(0, 2), ["192.0.2.7", "2001:db8::/48"]);
  assert.deepEqual(ips.slice(2).sort(), ["198.51.100.1", "198.51.100.2"]);
  assert.equal(plan, "priority");

  const open = (await other.get(path)).text;
  await one.post(`${path}/revoke`, {}, { from: `${path}/revoke` });
  const dead = await send(other, "credit", { requests: "5" }, open);
  assert.equal(dead.status, 409);
  assert.match(dead.text, /it is revoked; issue another/);
  assert.doesNotMatch(dead.text, /Set the plan/);
});

Deno.test("forms of a key refuse another site, another session, a second sending and another actor", async () => {
  await using program = await createPanelProgram(ON);
  const browser = await loggedIn(program);
  const stranger = await loggedIn(program);
  const { id } = await issue(program);
  const path = `/admin/keys/${id}`;
  const foreign = formTokenOf((await stranger.get(path)).text);
  const fields: Record<string, Record<string, string>> = {
    plan: { plan: "priority" },
    end: { expires: "never" },
    credit: { requests: "5" },
    allow: { ip: "198.51.100.1" },
    deny: { ip: "192.0.2.7" },
    feed: {},
    rotate: {},
    revoke: {},
    forget: {},
  };
  for (const [form, values] of Object.entries(fields)) {
    for (
      const options of [
        { token: foreign },
        { token: "" },
        { from: path, headers: { "sec-fetch-site": "cross-site" } },
        { from: path, headers: {} },
      ]
    ) {
      const { status } = await browser.post(`${path}/${form}`, values, options);
      assert.equal(status, 403, `${form} ${JSON.stringify(options)}`);
    }
    // Without a cookie of an administrator a form leads to the login.
    const guest = browserOf(program);
    const token = formTokenOf((await guest.get("/admin/login")).text);
    const sent = await guest.post(`${path}/${form}`, values, { token });
    assert.equal(sent.status, 303);
    const next = encodeURIComponent(path);
    assert.equal(sent.headers.get("location"), `/admin/login?next=${next}`);
    assert.equal(guest.cookie?.includes("cm9vd"), false);
  }
  assert.deepEqual(await acts(program), []);
  assert.equal((await program.stores.keys.find(id))!.revokedAt, undefined);

  const token = formTokenOf((await browser.get(path)).text);
  const forged = { requests: "5", by: "someone", username: "someone", actor: "someone", ip: "x" };
  const sent = await Promise.all(
    [1, 2, 3].map(() => browser.post(`${path}/credit`, forged, { token })),
  );
  assert.deepEqual(sent.map(({ status }) => status).sort(), [303, 409, 409]);
  assert.equal((await browser.post(`${path}/credit`, forged, { token })).status, 409);
  const credits = (await acts(program, id)).filter(({ command }) => command === "key credit");
  assert.deepEqual(new Set(credits.map(({ by }) => by)), new Set([NAME]));
  assert.match((await browser.get(path)).text, /of 5,005/);
});

Deno.test("a question comes before what is for good, and its answer does it once", async () => {
  await using program = await createPanelProgram(ON);
  const browser = await loggedIn(program);
  const { id, hint } = await issue(program, { owner: `<b onmouseover="x">Budi</b>` });
  const path = `/admin/keys/${id}`;
  const { text } = await browser.get(path);
  assert.doesNotMatch(text, /<b on/);
  for (const deed of ["rotate", "revoke", "forget"]) {
    assert.match(text, new RegExp(`href="${path}/${deed}"`));
    assert.doesNotMatch(text, new RegExp(`action="${path}/${deed}"`));
    const question = await browser.get(`${path}/${deed}`);
    assert.equal(question.status, 200);
    assert.match(question.text, /<h1>[^<]*Budi[^<]*\?<\/h1>/);
    assert.match(question.text, /<button\s+class="main bad">/);
    assert.doesNotMatch(question.text, /<button class="main"|<b on/);
    assert.match(question.text, new RegExp(`<a href="${path}">Leave it as it is`));
  }
  // A question alone does nothing.
  assert.equal((await program.stores.keys.find(id))!.hint, hint);
  const rotated = await browser.post(`${path}/rotate`, { was: hint }, { from: `${path}/rotate` });
  assert.equal(rotated.status, 200);
  const [, secret] = /class="address">(J-osb_\w+)</.exec(rotated.text)!;
  await program.service.access.credentials.refresh();
  assert.equal((await program.ask("/v1/key", { key: secret! })).status, 403, "not its addresses");

  const feed = await browser.post(`${path}/feed`, {}, { from: path });
  assert.equal(feed.status, 200);
  assert.match(feed.text, /class="address">F-osb_[\w.-]+<[^]*An address to subscribe to: http/);
  const shown = await browser.get(path);
  assert.doesNotMatch(shown.text, /F-osb_/);
  assert.match(shown.text, /<code>key feed<\/code>/, "its history");

  const forgotten = await browser.post(`${path}/forget`, {}, { from: `${path}/forget` });
  assert.equal(forgotten.status, 200);
  const after = await browser.get(path);
  assert.match(after.text, new RegExp(`<h1>Key ${id}</h1>`));
  assert.doesNotMatch(after.text, /Budi|sari@fans|>Revoke it<|Forget its owner/);
});

Deno.test("a webhook is switched off after a question, from its key's page and from the list", async () => {
  await using program = await createPanelProgram(ON);
  const browser = await loggedIn(program);
  const { id } = await issue(program);
  const webhooks = createWebhookStore(program.kv);
  const seal = createWebhookSeal(PEPPER, systemRandom);
  for (const host of ["one.example", "other.example"]) {
    const webhookId = host === "one.example" ? "w_abcdefghijkl" : "w_bbcdefghijkl";
    const target = { url: `https://${host}/a-secret-path`, secret: "whsec_x" };
    const record: WebhookRecord = {
      id: webhookId,
      keyId: id,
      sealed: seal.close(webhookId, target),
      format: "standard",
      types: [],
      groups: [],
      members: [],
      createdAt: program.clock.now(),
    };
    assert.ok(await webhooks.add(record, 999_999, 10));
  }
  const path = `/admin/keys/${id}`;
  for (const from of [path, "/admin/webhooks"]) {
    const { text } = await browser.get(from);
    assert.doesNotMatch(text, /a-secret-path/);
    const [, link] = /href="(\/admin\/webhooks\/w_\w+\/disable\?key=k_\w+)">Switch off</.exec(
      text,
    )!;
    const question = await browser.get(link!);
    assert.match(question.text, /Switch off the webhook to \w+\.example\?/);
    const sent = await browser.post(link!.split("?")[0]!, { key: id }, { from: link! });
    assert.equal(sent.status, 200);
    assert.match(sent.text, new RegExp(`is off[^]*<a href="${path}">Go on`));
  }
  const records = await webhooks.listOf(id);
  assert.deepEqual(records.map(({ offReason }) => offReason), ["operator", "operator"]);
  const { text } = await browser.get(path);
  assert.doesNotMatch(text, /Switch off</);
  assert.equal(text.match(/<code>webhook disable<\/code>/g)?.length, 2);
});

Deno.test("an old and a narrow state of a key's page: expired, unlimited, of a plan that is gone", async () => {
  await using program = await createPanelProgram(ON);
  const browser = await loggedIn(program);
  const gone = await issue(program, { plan: "gold", ips: [] });
  const { text } = await browser.get(`/admin/keys/${gone.id}`);
  assert.match(text, /The content has no such plan/);
  assert.match(text, /not in the last 30 days/);
  assert.doesNotMatch(text, /Add the requests|Take it off/);
  const expired = await issue(program, { expiresAt: program.clock.now() - DAY_MS });
  assert.match((await browser.get(`/admin/keys/${expired.id}`)).text, /expired<\/span>/);
  const feed = await browser.post(`/admin/keys/${expired.id}/feed`, {}, {
    from: `/admin/keys/${expired.id}`,
  });
  assert.equal(feed.status, 409);
  assert.match(feed.text, /it has expired; see/);
});

Deno.test("tokens are rejected, made again, revoked and forgotten after a question", async () => {
  await using program = await createPanelProgram(ON);
  const browser = await loggedIn(program);
  const apply = async (organization: string) => {
    const application = { organization, name: "Budi", email: "budi@fans.example", appliedAt: 0 };
    return (await program.stores.tokens.apply(application)).record.id;
  };
  const [good, bad] = [await apply("Fanbase Satu"), await apply("Fanbase <i>Dua</i>")];
  const send = (id: string, deed: string, fields: Record<string, string> = {}) =>
    browser.post(`/admin/tokens/${id}/${deed}`, fields, { from: `/admin/tokens/${id}/${deed}` });
  const without = await send(bad, "reject", { reason: " " });
  assert.equal(without.status, 400);
  assert.match(without.text, /Enter a reason\.[^]*Fanbase &lt;i&gt;Dua|Dua[^]*Enter a reason\./);
  const long = await send(bad, "reject", { reason: "x".repeat(201) });
  assert.match(long.text, new RegExp(`value="${"x".repeat(201)}"`));
  assert.equal((await send(bad, "reject", { reason: "Not known." })).status, 200);

  const approve = { from: `/admin/tokens/${good}` };
  await browser.post(`/admin/tokens/${good}/approve`, {}, approve);
  const regenerated = await send(good, "regenerate");
  assert.match(regenerated.text, /class="address">P-osb_\w+</);
  assert.equal((await send(good, "revoke")).status, 200);
  assert.equal((await send(good, "forget")).status, 200);
  const { text } = await browser.get(`/admin/tokens/${good}`);
  assert.doesNotMatch(text, /Budi|For good/);
});
