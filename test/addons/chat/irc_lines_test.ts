import assert from "node:assert/strict";
import { LineSplitter } from "../../../src/addons/chat/irc_lines.ts";
import { threadTime } from "../../support/thread_time.ts";

Deno.test("200,000 tiny pieces behind a long one that does not end take next to nothing", () => {
  let tooLong = 0;
  const lines = new LineSplitter(() => tooLong++);
  assert.deepEqual(lines.push(`:fan!u@host PRIVMSG #room :{"chat":${"x".repeat(16_000)}`), []);
  const before = threadTime();
  for (let n = 0; n < 200_000; n++) assert.equal(lines.push("{}").length, 0);
  const took = threadTime() - before;
  assert.deepEqual(lines.push("\nPING :token\n"), ["PING :token"]);
  assert.equal(tooLong, 1);
  assert.ok(took < 500, `${took} ms of the processor`);
});
