import assert from "node:assert/strict";
import { readSettings } from "../../src/platform/settings.ts";

const read = (interval: string) =>
  readSettings((name) => name === "LIVE_INTERVAL_MS" ? interval : undefined).LIVE_INTERVAL_MS;

Deno.test("LIVE_INTERVAL_MS takes 1 s to 5 minutes: two polls fit into the ten minutes that a list lasts", () => {
  assert.equal(read(""), 20_000);
  for (const [text, ms] of [["1000", 1_000], ["300000", 300_000]] as const) {
    assert.equal(read(text), ms);
  }
  for (const text of ["999", "300001", "3600000", "20s", "-1", "1e4"]) {
    assert.throws(() => read(text), {
      message: "Cannot use LIVE_INTERVAL_MS: it takes a whole number from 1000 to 300000",
    });
  }
});

Deno.test("IDN_CHAT_URL takes an address over TLS, and one in the clear of this machine alone", () => {
  const read = (url: string) =>
    readSettings((name) => name === "IDN_CHAT_URL" ? url : undefined).IDN_CHAT_URL;
  assert.equal(read(""), "wss://chat.idn.app/");
  const taken = [
    "wss://chat.example:8443/x",
    "ws://127.0.0.1:8001",
    "ws://localhost/",
    "ws://[::1]:1/",
  ];
  for (const url of taken) assert.equal(read(url), url);
  for (
    const url of [
      ...["https://chat.example", "ws://chat.example/", "ws://10.0.0.1/", "chat.example", "wss://"],
      ...["ws://127.0.0.1.example/", "ws://localhost@chat.example/", "ws://localhostess/"],
    ]
  ) {
    assert.throws(() => read(url), {
      message:
        "Cannot use IDN_CHAT_URL: it takes an address that starts with wss://, or on this machine with ws://",
    });
  }
});
