import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { actEntry } from "../../src/audit/entries.ts";
import { forgottenMarks, openUseLog } from "../../src/audit/use_log.ts";
import { START_MS } from "../audit/sample_use.ts";
import { createPrng } from "../support/prng.ts";
import { tracesIn } from "./traces.ts";
import { createChatHarness, usesIn } from "../audit/chat_harness.ts";

const FANS = { token_id: "t_fans", name: "Forum Penggemar", email: "ops@fans.example" };
const CLUB = { token_id: "t_club", name: "Klub Sahabat", email: "klub@fans.example" };

const SECOND_MS = 1_000;
type Harness = ReturnType<typeof createChatHarness>;

/** What `token forget` commits; `isBlanked`: it has come to its end too. */
async function forget({ kv, clock }: Harness, id: string, isBlanked: boolean): Promise<void> {
  const log = openUseLog({ kv, clock, random: createPrng(5), auditDays: 90 });
  const act = { at: START_MS, by: "local", ip: null, command: "token forget", subject: id };
  const entry = actEntry({ ...act, before: null, after: null });
  await log.batch([entry], { writes: forgottenMarks(id) }).append();
  if (isBlanked) await log.blank([id]);
}

Deno.test("what waits for a sink goes without who was forgotten, with the numbers that it had", async () => {
  await using harness = createChatHarness();
  const { clock } = harness;
  const posted: string[] = [];
  let isAway = true;
  const net = {
    fetch: (_url: string, init?: RequestInit) => {
      if (isAway) return Promise.reject(new TypeError("connection refused"));
      posted.push(String(init?.body));
      return Promise.resolve(new Response());
    },
  };
  const AUDIT_SINK_SECRET = `whsec_${btoa("a secret of 24 bytes, or more")}`;
  const process = harness.start({
    net,
    to: { AUDIT_SINK_URL: "https://sink.example/", AUDIT_SINK_SECRET },
  });
  await harness.use(process, 5, FANS);
  await harness.use(process, 5, CLUB);
  await clock.advance(10 * SECOND_MS);
  await forget(harness, FANS.token_id, true);
  isAway = false;
  await clock.advance(60 * SECOND_MS);
  const uses = posted.flatMap((body) => JSON.parse(body).data.uses);
  assert.deepEqual(uses.map(({ seq }) => seq), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.equal(uses.filter(({ name }) => name === CLUB.name).length, 5);
  for (const use of uses.filter(({ token_id }) => token_id === FANS.token_id)) {
    assert.deepEqual([use.name, use.email, use.ip, use.forgotten], ["", "", "", true]);
  }
  assert.deepEqual(tracesIn(Buffer.from(posted.join()), [FANS.name, FANS.email]), []);
  await process.outbox.close();
});

Deno.test("a message that is tried again goes without who was forgotten meanwhile, before her entries are blanked", async () => {
  await using harness = createChatHarness();
  const { clock, discord } = harness;
  const process = harness.start();
  discord.always("500");
  await harness.use(process, 1, FANS);
  await clock.advance(3 * SECOND_MS);
  assert.ok(discord.posts.length > 0);
  for (let n = 0; n < 30; n++) {
    await harness.use(process, 1, n % 3 === 0 ? CLUB : FANS);
    await clock.advance(SECOND_MS);
  }
  await forget(harness, FANS.token_id, false);
  discord.always("ok");
  await clock.advance(300 * SECOND_MS);
  const bytes = Buffer.from(JSON.stringify(discord.messages));
  assert.deepEqual(tracesIn(bytes, [FANS.name, FANS.email]), []);
  assert.ok(tracesIn(bytes, [CLUB.name]).length > 0);
  assert.equal(discord.messages.reduce((sum, message) => sum + usesIn(message), 0), 31);
  assert.deepEqual(discord.faults, []);
  await process.outbox.close();
});
