import assert from "node:assert/strict";
import { readPostgresAddress, withoutPassword } from "../../../src/addons/postgres/address.ts";
import { readAllSettings } from "../../../src/core/all_settings.ts";
import { loginAt, POSTGRES_SETTINGS } from "../../../src/addons/postgres/addon.ts";
import { SettingsError, settingsOf } from "../../../src/platform/settings.ts";

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

Deno.test("the system's own authorities are those that are asked for, or that nobody names", () => {
  for (const query of ["", "?sslrootcert=system", "?sslrootcert="]) {
    const { rootCertificate } = readPostgresAddress(`postgres://osb@db.example/idols${query}`)!;
    assert.equal(rootCertificate, undefined);
  }
});

Deno.test("TLS is checked for any host elsewhere, whatever an address asks for", () => {
  for (const mode of ["require", "verify-ca", "verify-full"]) {
    assert.ok(readPostgresAddress(`postgres://osb@db.example/idols?sslmode=${mode}`));
  }
  for (const mode of ["disable", "allow", "prefer", "no-verify", ""]) {
    assert.equal(readPostgresAddress(`postgres://osb@db.example/idols?sslmode=${mode}`), undefined);
  }
  assert.ok(readPostgresAddress("postgres://osb@127.0.0.1,localhost/idols?sslmode=disable"));
  assert.equal(
    readPostgresAddress("postgres://osb@127.0.0.1,db.example/idols?sslmode=disable"),
    undefined,
  );
});

Deno.test("what is no address, or asks for what there is not, is refused", () => {
  for (
    const text of [
      "postgres://",
      "postgres://db.example/idols",
      "postgres://@db.example/idols",
      "postgres://osb@/idols",
      "postgres://osb@db.example",
      "postgres://osb@db.example/",
      "postgres://osb@db.example/a/b",
      "postgres://osb@db.example:0/idols",
      "postgres://osb@db.example:70000/idols",
      "postgres://osb@db.example,/idols",
      "postgres://osb:%zz@db.example/idols",
      "postgres://osb@db.example/idols?host=/run",
      "postgres://osb@db.example/idols#x",
      "http://osb@db.example/idols",
    ]
  ) assert.equal(readPostgresAddress(text), undefined, text);
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
