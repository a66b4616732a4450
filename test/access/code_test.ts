import assert from "node:assert/strict";
import fc from "fast-check";
import { createCodeCheck, mintCode, readCode } from "../../src/access/records/code_store.ts";
import { createNetworkThrottle } from "../../src/access/limits/network_throttle.ts";
import { HttpError } from "../../src/http/http_error.ts";
import { createCredentialStores } from "../support/credential_stores.ts";
import { createFaultyKv } from "../support/faulty_kv.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { propertyRun } from "../support/size.ts";

const HERE = { address: "192.0.2.1", requestId: "p-1" };

function world() {
  const clock = createManualClock();
  const kv = createFaultyKv(createMemoryKv(), { clock, fraction: () => 0.5 });
  const { codes } = createCredentialStores(kv);
  const check = createCodeCheck({
    codes,
    throttle: createNetworkThrottle(clock, 30),
    log: createQuietLog(),
  });
  return { clock, kv, codes, check };
}

function refusedAs(code: string) {
  return (error: unknown) => error instanceof HttpError && error.code === code;
}

Deno.test("a code is read however it is typed", () => {
  const bytes = fc.uint8Array({ minLength: 14, maxLength: 14 });
  fc.assert(
    fc.property(bytes, fc.infiniteStream(fc.boolean()), (random, flips) => {
      const code = mintCode({ bytes: () => random, fraction: () => 0 });
      assert.match(code, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
      const flip = () => flips.next().value as boolean;
      const typed = [...code].map((letter) => {
        if (letter === "-") return flip() ? " " : "";
        if (letter === "0" && flip()) return "o";
        if (letter === "1" && flip()) return flip() ? "I" : "l";
        return flip() ? letter.toLowerCase() : letter;
      }).join("");
      assert.equal(readCode(typed), code.replaceAll("-", ""));
    }),
    propertyRun(),
  );
});

Deno.test("what is no code is known as none", () => {
  const bytes = Uint8Array.from({ length: 14 }, (_, place) => place * 19);
  const code = mintCode({ bytes: () => bytes, fraction: () => 0 });
  const texts = ["", "x", code.slice(1), `${code}0`, "U".repeat(16), "ÄÖÜ", `${code}\u0000`];
  for (const text of texts) assert.equal(readCode(text), undefined, text);
  const typos = [...code].flatMap((letter, place) =>
    letter === "-"
      ? []
      : [code.slice(0, place) + (letter === "7" ? "8" : "7") + code.slice(place + 1)]
  );
  const unnoticed = typos.filter((typo) => readCode(typo) !== undefined);
  assert.deepEqual(unnoticed, []);
});

Deno.test("verify() tells how a code stands and changes nothing", async () => {
  const { codes, check, kv } = world();
  const { record, secret } = await codes.issue({ limit: 2, createdAt: 0 });
  const { writes } = kv.sent;
  const fresh = { is_active: true, usage_count: 0, usage_limit: 2, is_used: false };
  for (let n = 0; n < 3; n++) assert.deepEqual(await check.verify(secret, undefined, HERE), fresh);
  assert.equal(kv.sent.writes, writes);
  await codes.update(record.id, (code) => ({ ...code, used: 2 }));
  const usedUp = { is_active: true, usage_count: 2, usage_limit: 2, is_used: true };
  assert.deepEqual(await check.verify(secret, undefined, HERE), usedUp);
  await codes.update(record.id, (code) => ({ ...code, revokedAt: 9 }));
  assert.equal((await check.verify(secret, undefined, HERE)).is_active, false);
});

Deno.test("a code that is bound to an address is known only with it", async () => {
  const { codes, check } = world();
  const { secret } = await codes.issue({ limit: 1, createdAt: 0, email: "Sari@fans.example" });
  assert.equal((await check.verify(secret, " sari@FANS.example ", HERE)).is_active, true);
  for (const email of [undefined, "", "budi@fans.example"]) {
    await assert.rejects(check.verify(secret, email, HERE), refusedAs("CODE_NOT_FOUND"));
  }
  const free = await codes.issue({ limit: 1, createdAt: 0 });
  assert.equal((await check.verify(free.secret, "budi@fans.example", HERE)).is_active, true);
});

Deno.test("an address may fail 30 times in a minute; the store is asked for codes alone", async () => {
  const { clock, kv, codes, check } = world();
  const { secret } = await codes.issue({ limit: 1, createdAt: 0 });
  const { reads } = kv.sent;
  for (let n = 0; n < 30; n++) {
    await assert.rejects(check.verify(`guess ${n}`, undefined, HERE), refusedAs("CODE_NOT_FOUND"));
  }
  assert.equal(kv.sent.reads, reads);
  for (const text of ["guess", secret]) {
    await assert.rejects(check.verify(text, undefined, HERE), (error) => {
      assert.ok(refusedAs("RATE_LIMITED")(error));
      const [name, seconds] = (error as HttpError).details.headers![0]!;
      assert.equal(name, "retry-after");
      assert.ok(Number(seconds) >= 1 && Number(seconds) <= 60);
      return true;
    });
  }
  assert.equal(
    (await check.verify(secret, undefined, { ...HERE, address: "192.0.2.2" })).is_active,
    true,
  );
  await clock.advance(60_000);
  assert.equal((await check.verify(secret, undefined, HERE)).is_active, true);
});

Deno.test("right codes are no failures, however many", async () => {
  const { codes, check } = world();
  const { secret } = await codes.issue({ limit: 1, createdAt: 0 });
  for (let n = 0; n < 100; n++) await check.verify(secret, undefined, HERE);
  await assert.rejects(check.verify("guess", undefined, HERE), refusedAs("CODE_NOT_FOUND"));
});

Deno.test("verify() says so where the store is out of reach", async () => {
  const { codes, check, kv } = world();
  const { secret } = await codes.issue({ limit: 1, createdAt: 0 });
  kv.outOfReach = true;
  await assert.rejects(check.verify(secret, undefined, HERE), refusedAs("TRY_AGAIN"));
});
