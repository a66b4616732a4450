import assert from "node:assert/strict";
import { CHAT_SETTINGS } from "../../../src/addons/chat/settings.ts";
import { readSettings, settingsOf } from "../../../src/platform/settings.ts";

Deno.test("IDN_CHAT_URL takes an address over TLS, and one in the clear of this machine alone", () => {
  const read = (url: string) =>
    settingsOf(
      readSettings((name) => name === "IDN_CHAT_URL" ? url : undefined, CHAT_SETTINGS),
      CHAT_SETTINGS,
    ).IDN_CHAT_URL;
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
