import assert from "node:assert/strict";
import { nearlySettings, readAllSettings, SETTING_NAMES } from "../../src/core/all_settings.ts";

const refused = (name: string, value: string) => {
  const found = new RegExp(`Cannot use ${name}: it takes `);
  assert.throws(() => readAllSettings((one) => one === name ? value : undefined), found, value);
};

Deno.test("KV_PATH takes a file or a server's address, and no address of another kind", () => {
  const read = (path: string) => readAllSettings((name) => name === "KV_PATH" ? path : undefined);
  for (const path of [".data/oshibase.kv", "/srv/a:b.kv", ":memory:", "https://kv.example/a"]) {
    assert.equal(read(path).KV_PATH, path);
  }
  for (const path of ["ftp://host/a.kv", "postgres://host/a", "file:///srv/a.kv", "htps://host"]) {
    refused("KV_PATH", path);
  }
});

Deno.test("a slip in a setting's name is found; variables that other programs have are not taken for one", () => {
  const slips = {
    ADMIN_APi: "ADMIN_API",
    port: "PORT",
    TRUSTED_PROXYES: "TRUSTED_PROXIES",
    TRUSTED_PROXY: "TRUSTED_PROXIES",
    ADMIN_USER: "ADMIN_USERNAME",
    AUDIT_WEBHOOK: "AUDIT_WEBHOOK_URL",
    KVPATH: "KV_PATH",
    AUDIT_RETENTION_DAY: "AUDIT_RETENTION_DAYS",
    ADMIN_PASSWROD: "ADMIN_PASSWORD",
  };
  assert.deepEqual(Object.fromEntries(nearlySettings(Object.keys(slips))), slips);
  const others = [
    "HOME",
    "PATH",
    "LANG",
    "LC_ALL",
    "LOGNAME",
    "HOSTNAME",
    "PWD",
    "OLDPWD",
    "PGHOST",
  ];
  const more = [
    "PGPASSFILE",
    "SHELL",
    "LINES",
    "DENO_DIR",
    "IDN",
    "LESS",
    "MAIL",
    "npm_command",
    "YOUTUBE",
    "KEYS",
    "_",
  ];
  assert.deepEqual([...nearlySettings([...others, ...more, ...SETTING_NAMES])], []);
});

Deno.test("MAIL_FROM takes a mail address, with a name before it or not", () => {
  const read = (from: string) => readAllSettings((name) => name === "MAIL_FROM" ? from : undefined);
  for (const from of ["a@b.example", "Oshi <a@b.example>", '"Oshi, 100%" <a@b.example>']) {
    assert.equal(read(from).MAIL_FROM, from);
  }
  for (const from of ["Oshibase", "a@", "Oshi <a>", "Oshi a@b.example", "<a@b.example"]) {
    refused("MAIL_FROM", from);
  }
});
