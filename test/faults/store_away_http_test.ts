import assert from "node:assert/strict";
import { connectKeepAlive, type KeepAlive } from "../support/keep_alive.ts";
import { addAdmin } from "../support/issue.ts";
import { addManyKeys, secretOf } from "../support/many_keys.ts";
import { createPanelBrowser } from "../support/panel_browser.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { until } from "../support/until.ts";
import { noteFigure } from "./figures.ts";
import { slowStore } from "./slow_store.ts";

const PATH = "/api/bunga/members";
const KEYS = 400;
const ASKED = 400;
/** What is promised of a refusal while the store is away. */
const REFUSED_MS = 10;
/** From when on a request surely has waited for the store. */
const WAITED_MS = 300;
/** How soon a store that is back is noticed, with room for a busy machine. */
const BACK_MS = 4_000;

interface Timed {
  readonly status: number | undefined;
  readonly ms: number;
}

async function ask(connection: KeepAlive, key: string): Promise<Timed> {
  const began = performance.now();
  const reply = await connection.get(PATH, { "x-api-key": key });
  return { status: reply?.status, ms: performance.now() - began };
}

function p99(times: readonly Timed[]): number {
  const sorted = times.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)]!;
}

for (const fate of ["refused", "silence"]) {
  Deno.test(`of a store that answers with ${fate} nobody waits who has waited once: others get 503 within 10 ms`, async () => {
    await using fixture = await createServerFixture();
    await addManyKeys(fixture.store, KEYS);
    const file = `${fixture.folder}/data/fate`;
    await using server = await fixture.start({}, await slowStore(fixture.folder, 2, file));
    using line = await connectKeepAlive(server.base);
    await until(async () => (await ask(line, secretOf(0))).status === 200);
    await Deno.writeTextFile(file, fate);

    // Of a store that was just there nobody knows yet that it is away.
    const keyOf = (n: number) => secretOf(1 + n % (KEYS - 1));
    let n = 0;
    const known = async () => (await ask(line, keyOf(n++))).ms < WAITED_MS;
    await until(async () => await known() && await known() && await known(), 20_000);

    const refused: Timed[] = [];
    const unknown: Timed[] = [];
    for (let asked = 0; asked < ASKED; asked++) {
      refused.push(await ask(line, keyOf(n++)));
      unknown.push(await ask(line, `nobody-${asked}`));
      // Not so fast that the store is tried once alone.
      if (asked % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.ok(refused.every(({ status }) => status === 503));
    assert.ok(unknown.every(({ status }) => status === 403));
    const [took, compared] = [p99(refused), p99(unknown)];
    const waited = refused.filter(({ ms }) => ms > WAITED_MS).length;

    await Deno.remove(file);
    const back = performance.now();
    const one = keyOf(n);
    await until(async () => (await ask(line, one)).status === 200, BACK_MS);
    noteFigure(
      `the store away, ${fate}`,
      `503 in ${took.toFixed(1)} ms (p99 of ${refused.length}), an unknown key's 403 in ${
        compared.toFixed(1)
      } ms; ${waited} waited; its return is noticed after ${
        (performance.now() - back).toFixed(0)
      } ms`,
    );
    assert.equal(waited, 0);
    // On a busy machine everything takes longer: then no longer than what asks no store at all.
    assert.ok(took < Math.max(REFUSED_MS, 3 * compared), `${took} ms`);
  });
}

/** A page waits for the session, for the state of the store, and for what it would show. */
const PAGE_MS = 3_000;

Deno.test("operators see their overview soon also where the store answers nothing at all", async () => {
  await using fixture = await createServerFixture();
  await addAdmin(fixture.store, "root", "correct horse");
  const file = `${fixture.folder}/data/fate`;
  await using server = await fixture.start({}, await slowStore(fixture.folder, 2, file));
  const browser = createPanelBrowser((path, init) => fetch(server.base + path.slice(1), init));
  assert.equal((await browser.logIn("root", "correct horse")).status, 303);
  // On a busy machine the store may be late once.
  await until(async () => !/does not answer/.test((await browser.get("/admin")).text), 20_000);
  await Deno.writeTextFile(file, "silence");
  for (const [path, status] of [["/admin", 200], ["/admin/live", 200], ["/admin/keys", 503]]) {
    const began = performance.now();
    const page = await browser.get(String(path));
    const took = Math.round(performance.now() - began);
    console.log(`${path} in ${took} ms while the store is silent`);
    assert.equal(page.status, status);
    if (path !== "/admin/live") assert.match(page.text, /The store does not answer/);
    assert.ok(took < 2 * PAGE_MS, `${took} ms`);
  }
  await Deno.remove(file);
});
