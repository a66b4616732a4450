import { loginAt, POSTGRES_SETTINGS } from "../../../src/addons/postgres/addon.ts";
import { readPostgresAddress, withoutPassword } from "../../../src/addons/postgres/address.ts";
import {
  byteaArray,
  decodeKey,
  decodeValue,
  encodeKey,
  encodeValue,
  keyAfter,
  plainArray,
  rangeBelow,
} from "../../../src/addons/postgres/codec.ts";
import { readAllSettings } from "../../../src/core/all_settings.ts";
import { openDenoKv } from "../../../src/platform/deno_kv.ts";
import { type KvKey } from "../../../src/platform/kv.ts";
import { SettingsError, settingsOf } from "../../../src/platform/settings.ts";
import { closing } from "../../support/closing.ts";
import { sizeOf } from "../../support/size.ts";
import fc from "fast-check";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";

Deno.test("an address names hosts, database and user as libpq's do", () => {
  assert.deepEqual(readPostgresAddress("postgres://osb:p%40ss@db.example/idols"), {
    hosts: [{ hostname: "db.example", port: 5432 }],
    database: "idols",
    user: "osb",
    password: "p@ss",
    rootCertificate: undefined,
  });
  assert.deepEqual(
    readPostgresAddress("postgresql://osb@A.example:6000,[::1]/i%20d?sslrootcert=/etc/ca.pem"),
    {
      hosts: [{ hostname: "a.example", port: 6000 }, { hostname: "::1", port: 5432 }],
      database: "i d",
      user: "osb",
      password: undefined,
      rootCertificate: "/etc/ca.pem",
    },
  );
});

Deno.test("TLS is checked for any host elsewhere, and what asks for less, or is no address, is refused", () => {
  const read = (rest: string) => readPostgresAddress(`postgres://${rest}`);
  for (const query of ["", "?sslrootcert=system", "?sslrootcert="]) {
    assert.equal(read(`osb@db.example/idols${query}`)!.rootCertificate, undefined);
  }
  for (const mode of ["require", "verify-ca", "verify-full"]) {
    assert.ok(read(`osb@db.example/idols?sslmode=${mode}`));
  }
  assert.ok(read("osb@127.0.0.1,localhost/idols?sslmode=disable"));
  const refused = [
    ...["disable", "allow", "prefer", "no-verify", ""]
      .map((mode) => `osb@db.example/idols?sslmode=${mode}`),
    ...["osb@127.0.0.1,db.example/idols?sslmode=disable", "osb@db.example/idols?host=/run", ""],
    ...["db.example/idols", "@db.example/idols", "osb@/idols", "osb@db.example", "osb@db.example/"],
    ...["osb@db.example/a/b", "osb@db.example:0/idols", "osb@db.example:70000/idols"],
    ...["osb@db.example,/idols", "osb:%zz@db.example/idols", "osb@db.example/idols#x"],
  ];
  for (const rest of refused) assert.equal(read(rest), undefined, rest);
  assert.equal(readPostgresAddress("http://osb@db.example/idols"), undefined);
});

Deno.test("the password leaves the address when settings are read", () => {
  assert.deepEqual(withoutPassword("postgres://osb:secret@db.example/idols"), {
    address: "postgres://osb@db.example/idols",
    password: "secret",
  });
  const read = (env: Record<string, string>) => {
    const settings = readAllSettings((name) => env[name]);
    return { ...settings, ...settingsOf(settings, POSTGRES_SETTINGS) };
  };
  const both = read({ KV_PATH: "postgres://osb:a%2Fb@db.example/idols", PGPASSWORD: "other" });
  assert.equal(both.KV_PATH, "postgres://osb@db.example/idols");
  assert.equal(loginAt(both.KV_PATH, both).password, "a/b");
  // Another store, into which this one is copied, gets no password of this one.
  assert.equal(loginAt("postgres://osb@other.example/idols", both).password, "other");
  const apart = read({ KV_PATH: "postgres://osb@db.example/idols", PGPASSWORD: "other" });
  assert.equal(apart.KV_PATH, "postgres://osb@db.example/idols");
  assert.equal(loginAt(apart.KV_PATH, apart).password, "other");
  assert.equal(read({ KV_PATH: ".data/oshibase.kv" }).KV_PATH, ".data/oshibase.kv");
});

Deno.test("an address that cannot be read is refused without a word of it", () => {
  const env: Record<string, string> = { KV_PATH: "postgres://osb:sec/ret@db.example/idols" };
  assert.throws(
    () => readAllSettings((name) => env[name]),
    (error) => {
      assert.ok(error instanceof SettingsError);
      assert.match(error.message, /^Cannot use KV_PATH: it takes a file, .*postgres:\/\/user@host/);
      assert.doesNotMatch(error.message, /sec/);
      return true;
    },
  );
});

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 4 }),
  fc.constantFrom("", "\0", "a\0", "a\0b", "\u00ff", "\u{1f600}", "\uffee"),
);

const number = fc.oneof(
  fc.double({ noNaN: true }),
  fc.constantFrom(0, 1, -1, 9, 10, 1.5, -1.5, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE),
);

const key = fc.array(fc.oneof(text, number), { minLength: 1, maxLength: 3 });

Deno.test("a key is the same after its bytes were read", () => {
  fc.assert(fc.property(key, (key) => assert.deepEqual(decodeKey(encodeKey(key)), key)), {
    numRuns: sizeOf({ default: 2_000, full: 100_000 }),
  });
});

Deno.test("bytes of keys sort as the runtime's own store sorts the keys", async () => {
  using kv = closing(await openDenoKv(":memory:"));
  const keys = fc.sample(key, { numRuns: 900, seed: 7 });
  await kv.commit([], keys.map((key) => ({ set: ["all", ...key], value: 1 })));
  const sorted = (await kv.list(["all"])).map(({ key }) => key.slice(1));
  const bytes = sorted.map(encodeKey);
  assert.deepEqual(bytes.toSorted(Buffer.compare), bytes);
  assert.ok(bytes.length > 300, `${bytes.length}`);
});

Deno.test("what is below a key is between its bounds, and nothing else", () => {
  fc.assert(
    fc.property(key, key, (prefix: KvKey, other: KvKey) => {
      const { start, end } = rangeBelow(encodeKey(prefix));
      const isWithin = (key: KvKey) =>
        Buffer.compare(encodeKey(key), start) >= 0 && Buffer.compare(encodeKey(key), end) < 0;
      assert.ok(isWithin([...prefix, ...other]));
      assert.ok(!isWithin(prefix));
      const isBelow = other.length > prefix.length &&
        prefix.every((part, n) => Object.is(part, other[n]));
      assert.equal(isWithin(other), isBelow);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("no key is between a key and the next one", () => {
  const next = keyAfter(encodeKey(["a", 1]));
  assert.ok(Buffer.compare(encodeKey(["a", 1]), next) < 0);
  assert.ok(Buffer.compare(next, encodeKey(["a", 1, ""])) <= 0);
});

Deno.test("a value is the same, and a copy of its own", () => {
  const values = [
    null,
    { text: "日本", list: [1, null, true], bytes: new Uint8Array([1, 2]), none: undefined },
    new Uint8Array([0, 1, 255]),
    "text",
    new Map([["a", 1n]]),
    -0,
  ];
  for (const value of values) assert.deepEqual(decodeValue(encodeValue(value)), value);
  // The runtime's own store writes all of what an array lies in: a copy into it holds nothing else.
  const nested = decodeValue(encodeValue({ list: [{ bytes: new Uint8Array([1, 2]) }] }));
  const { list: [{ bytes }] } = nested as { list: [{ bytes: Uint8Array }] };
  assert.equal(bytes.buffer.byteLength, 2);
});

Deno.test("arrays are written as Postgres reads them", () => {
  assert.equal(byteaArray([]), "{}");
  assert.equal(byteaArray([Buffer.of(1, 255), Buffer.of()]), String.raw`{"\\x01ff","\\x"}`);
  assert.equal(plainArray([null, 12, "0a"]), "{NULL,12,0a}");
});

Deno.test("bytes that are no key are refused", () => {
  assert.throws(() => decodeKey(Buffer.of(9)), /it has a part of kind 9/);
  assert.throws(() => decodeKey(Buffer.of(2, 65)), /it has no end/);
});
