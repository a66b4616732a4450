import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { deskJson } from "../support/desk.ts";
import { placeBuild } from "../support/built.ts";
import { startServer } from "../support/server.ts";
import { NOON_ZONE } from "../support/small_content.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { untilWithin } from "../support/until.ts";

const PLANS = `
tiny: { rate: unlimited, quota: { requests: 3, per: day, timezone: ${NOON_ZONE} } }
wide: { rate: unlimited, quota: { requests: 1000, per: day, timezone: ${NOON_ZONE} } }
`;

/** The content of the tests with two plans of its own, and an empty store. */
async function place() {
  const folder = await temporaryFolder();
  const content = `${folder.path}/content`;
  await cp("test/fixtures/trio", content, { recursive: true });
  await Deno.writeTextFile(`${content}/plans.yaml`, PLANS);
  const env = {
    CONTENT_DIR: content,
    OUT_DIR: `${folder.path}/out`,
    KV_PATH: `${folder.path}/data/store.kv`,
  };
  await placeBuild(env);
  return { env, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

async function status(address: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(address, { headers });
  await response.body?.cancel();
  return response.status;
}

Deno.test("a credit, another plan, a rotation and an end of a key hold in a running server within 3 seconds", async () => {
  await using at = await place();
  const person = ["--owner", "Sari", "--email", "sari@fans.example", "--plan", "tiny"];
  const { id, secret } = await deskJson<{ id: string; secret: string }>(
    ...[at.env, "key", "issue", ...person] as const,
  );
  await using server = await startServer(at.env);
  const ask = () => status(`${server.base}v1/birthdays/today`, { "x-api-key": secret });
  const own = async () =>
    await (await fetch(`${server.base}v1/key`, { headers: { "x-api-key": secret } })).json();

  assert.deepEqual([await ask(), await ask(), await ask(), await ask()], [200, 200, 200, 429]);
  assert.equal((await own()).remaining, 0);
  await deskJson(at.env, "key", "credit", id, "2");
  await untilWithin(3000, async () => await ask() === 200);
  assert.deepEqual([await ask(), await ask()], [200, 429]);
  const { used, limit } = await deskJson<{ used: number; limit: number }>(
    at.env,
    "key",
    "show",
    id,
  );
  assert.deepEqual([used, limit], [5, 5]);

  await deskJson(at.env, "key", "set-plan", id, "wide");
  await untilWithin(3000, async () => await ask() === 200);
  const { plan, used: spent, limit: wider } = await own();
  assert.deepEqual([plan, spent, wider], ["wide", 6, 1002]);

  const rotated = await deskJson<{ secret: string }>(at.env, "key", "rotate", id, "--now");
  await untilWithin(3000, async () => await ask() === 403);
  const next = { "x-api-key": rotated.secret };
  await untilWithin(3000, async () => await status(`${server.base}v1/key`, next) === 200);
  await deskJson(at.env, "key", "revoke", id);
  await untilWithin(3000, async () => await status(`${server.base}v1/key`, next) === 403);
});

Deno.test("a regenerated and a revoked token are refused within 3 seconds, and uses are on record", async () => {
  await using at = await place();
  const words = ["--organization", "Satu", "--name", "Budi", "--email", "budi@fans.example"];
  const { id } = await deskJson<{ id: string }>(at.env, "token", "apply", ...words);
  const review = ["token", "review", id, "--approve"];
  const first = await deskJson<{ secret: string }>(at.env, ...review);
  await using server = await startServer(at.env);
  const ask = (secret: string) =>
    status(`${server.base}v1/birthdays/today`, { "x-priority-token": secret });
  assert.equal(await ask(first.secret), 200);

  const second = await deskJson<{ secret: string }>(at.env, "token", "regenerate", id);
  await untilWithin(3000, async () => await ask(first.secret) === 403);
  assert.equal(await ask(second.secret), 200);
  await deskJson(at.env, "token", "revoke", id);
  await untilWithin(3000, async () => await ask(second.secret) === 403);

  const last = ["audit", "tail", "--kind", "use", "--limit", "1"];
  const [use] = await deskJson<Record<string, unknown>[]>(at.env, ...last);
  assert.equal(use!.token_id, id);
  assert.equal(use!.name, "Budi");
  assert.equal(use!.endpoint, "/v1/birthdays/today");
});
