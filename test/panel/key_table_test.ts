import assert from "node:assert/strict";
import { counterKey } from "../../src/platform/store_keys.ts";
import { EMPTY_COUNTER } from "../../src/quota/counter.ts";
import { addManyKeys, idOf } from "../support/many_keys.ts";
import { createPanelProgram, loggedIn } from "./harness.ts";

const DAY_MS = 86_400_000;

/** The owners of the rows, in their order. */
function owners(text: string): string[] {
  const table = /aria-label="Keys"[^]*?<\/table>/.exec(text)?.[0] ?? "";
  return [...table.matchAll(/href="\/admin\/keys\/k_\w+">([^<]*)</g)].map(([, owner]) => owner!);
}

async function tableProgram() {
  const program = await createPanelProgram({ plans: "content", env: { ADMIN_API: "on" } });
  const now = program.clock.now();
  const rows = [
    ["Éa-Éa", "standard", 5, 40],
    ["budi", "priority", 1, undefined],
    ["Citra", "standard", 9, 10],
    ["小鳥", "developer", 0, undefined],
    ["<i>Dewi</i>", "standard", 3, undefined],
  ] as const;
  for (const [n, [owner, plan, used, days]] of rows.entries()) {
    const { record } = await program.stores.keys.issue({
      owner,
      email: `o${n}@fans.example`,
      plan,
      groups: [],
      ips: [],
      createdAt: now - (rows.length - n) * DAY_MS,
      ...(days !== undefined && { expiresAt: now + days * DAY_MS }),
    });
    const period = plan === "developer" ? "2026-11" : "2026-11-22";
    const value = { ...EMPTY_COUNTER, taken: used };
    await program.kv.commit([], [{ set: counterKey(record.id, period), value }]);
    if (owner === "budi") {
      await program.stores.keys.update(record.id, (key) => ({ ...key, revokedAt: now }));
    }
  }
  await program.service.access.credentials.refresh();
  return program;
}

Deno.test("the table of keys is sorted by each of its columns, both ways", async () => {
  await using program = await tableProgram();
  const browser = await loggedIn(program);
  const dewi = "&lt;i&gt;Dewi&lt;/i&gt;";
  const orders: Record<string, string[]> = {
    owner: [dewi, "budi", "Citra", "Éa-Éa", "小鳥"],
    plan: ["小鳥", "budi", "Éa-Éa", "Citra", dewi],
    state: ["Éa-Éa", "Citra", "小鳥", dewi, "budi"],
    used: ["小鳥", "budi", dewi, "Éa-Éa", "Citra"],
    expires: ["Citra", "Éa-Éa", "budi", "小鳥", dewi],
    created: ["Éa-Éa", "budi", "Citra", "小鳥", dewi],
  };
  for (const [sort, expected] of Object.entries(orders)) {
    const up = (await browser.get(`/admin/keys?sort=${sort}`)).text;
    assert.deepEqual(owners(up), expected, sort);
    const down = (await browser.get(`/admin/keys?sort=${sort}&order=desc`)).text;
    assert.deepEqual(owners(down), expected.toReversed(), `${sort}, the other way`);
    assert.equal(up.match(/aria-sort="ascending"/g)?.length, 1);
    assert.equal(down.match(/aria-sort="descending"/g)?.length, 1);
  }
  const { text } = await browser.get("/admin/keys?sort=owner");
  assert.match(text, /aria-sort="ascending"><a href="\/admin\/keys\?sort=owner&amp;order=desc">/);
});

Deno.test("the table of keys is filtered by words, plan, state and use, together", async () => {
  await using program = await tableProgram();
  const browser = await loggedIn(program);
  const found = async (query: string) => owners((await browser.get(`/admin/keys?${query}`)).text);
  assert.deepEqual(await found("search=ea-ea"), ["Éa-Éa"]);
  assert.deepEqual(await found("search=O4%40fans"), ["&lt;i&gt;Dewi&lt;/i&gt;"]);
  assert.deepEqual(await found("plan=standard&sort=owner&order=desc"), [
    "Éa-Éa",
    "Citra",
    "&lt;i&gt;Dewi&lt;/i&gt;",
  ]);
  assert.deepEqual(await found("state=revoked"), ["budi"]);
  assert.deepEqual(await found("state=live&plan=priority"), []);
  assert.match(
    (await browser.get("/admin/keys?state=expired")).text,
    /No key is like this/,
  );
  // What an address cannot say is as if left out, and is shown as text.
  const odd = "sort=digest&order=up&state=x&plan=%3Cscript%3E&near=-1&page=0&search=%22%3E%3Cb%3E";
  const { status, text } = await browser.get(`/admin/keys?${odd}`);
  assert.equal(status, 200);
  assert.match(text, /value="&quot;&gt;&lt;b&gt;"/);
  assert.doesNotMatch(text, /<script|<b>/);
  // Expiry comes with time, though no key changes.
  assert.deepEqual((await found("sort=state")).at(-2), "&lt;i&gt;Dewi&lt;/i&gt;");
  program.at(program.clock.now() + 11 * DAY_MS);
  const later = await loggedIn(program);
  const sorted = owners((await later.get("/admin/keys?sort=state")).text);
  assert.deepEqual(sorted.slice(-2), ["Citra", "budi"]);
});

Deno.test("search, plan, state and order survive paging, a change of the order, and the form", async () => {
  await using program = await createPanelProgram({ plans: "content" });
  const { kv, secretHash } = program.stores;
  await addManyKeys({ kv, secretHash }, 60);
  await program.service.access.credentials.refresh();
  const browser = await loggedIn(program);
  const first = await browser.get(
    "/admin/keys?search=zoe&plan=standard&state=live&sort=owner&order=desc",
  );
  assert.match(first.text, /1–25 of 60/);
  const [, next] = /<a href="([^"]*)" rel="next">/.exec(first.text)!;
  const address = next!.replaceAll("&amp;", "&");
  assert.equal(
    address,
    "/admin/keys?search=zoe&plan=standard&state=live&sort=owner&order=desc&page=2",
  );
  const second = await browser.get(address);
  assert.match(second.text, /26–50 of 60/);
  for (const field of [/name="sort" value="owner"/, /name="order" value="desc"/]) {
    assert.match(second.text, field);
  }
  assert.match(second.text, /<option value="live"\s+selected/);
  assert.match(second.text, /name="search" type="search" value="zoe"/);
  // Another order begins at the first page.
  assert.match(
    second.text,
    /href="\/admin\/keys\?search=zoe&amp;plan=standard&amp;state=live&amp;sort=plan"/,
  );
  assert.match((await browser.get("/admin/keys?page=99")).text, /<a href="[^"]*page=3" rel="prev"/);
});

Deno.test("an order that is kept takes over keys that come, change and go", async () => {
  await using program = await createPanelProgram({ plans: "content", env: { ADMIN_API: "on" } });
  const { kv, secretHash, keys } = program.stores;
  await addManyKeys({ kv, secretHash }, 5);
  const browser = await loggedIn(program);
  const list = async () => owners((await browser.get("/admin/keys?sort=owner")).text);
  const zoes = (...numbers: number[]) => numbers.map((n) => `Zoë ${n}`);
  assert.deepEqual(await list(), zoes(0, 1, 2, 3, 4));
  await keys.update(idOf(3), (key) => ({ ...key, owner: "Ayu" }));
  assert.deepEqual(await list(), ["Ayu", ...zoes(0, 1, 2, 4)]);
  const fields = { owner: "Sari", email: "s@fans.example", plan: "standard" };
  await browser.post("/admin/keys/issue", fields, { from: "/admin/keys/issue" });
  assert.deepEqual(await list(), ["Ayu", "Sari", ...zoes(0, 1, 2, 4)]);
  await keys.update(idOf(0), () => undefined);
  assert.deepEqual(await list(), ["Ayu", "Sari", ...zoes(1, 2, 4)]);
});
