import { issueKey } from "../../support/issue.ts";
import { killIfRunning } from "../../support/kill_if_running.ts";
import { command, permissionsOf } from "../../support/server.ts";
import { createServerFixture, type ServerFixture } from "../../support/server_fixture.ts";
import { untilAnswered } from "../../support/until.ts";
import assert from "node:assert/strict";

const LOGGED = { ACCESS_LOG: "on", LOG: "json" };

async function ask(base: string, key: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const response = await untilAnswered(async () => {
      const answer = await fetch(`${base}api/bunga/members`, { headers: { "x-api-key": key } });
      await answer.body?.cancel();
      return answer;
    });
    assert.equal(response.status, 200);
  }
}

/** A real server whose standard output is read up to the line of its address, and no further. */
async function startUnread({ env }: ServerFixture) {
  const given = { ...env, ...LOGGED, PORT: "0", DRAIN_MS: "0" };
  const args = ["run", ...permissionsOf("serve"), "src/main.ts"];
  const process = command(args, given).spawn();
  const reader = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let out = "";
  while (!/^Listening on \S+$/m.test(out)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The server did not start: ${out}`);
    out += value;
  }
  const errors = process.stderr.pipeThrough(new TextDecoderStream());
  return { process, reader, errors, base: /^Listening on (\S+)$/m.exec(out)![1]! };
}

Deno.test("a reader that has stopped holds up neither answers nor the end", async () => {
  await using fixture = await createServerFixture();
  const { secret } = await issueKey(fixture.store);
  const { process, reader, errors, base } = await startUnread(fixture);
  // More lines than a pipe and a stream hold together.
  for (let n = 0; n < 3; n++) {
    await ask(base, secret, 400);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
  }
  await ask(base, secret, 5);
  process.kill("SIGTERM");
  const killer = setTimeout(() => killIfRunning(process), 15_000);
  const { code } = await process.status;
  clearTimeout(killer);
  assert.equal(code, 0);
  await Promise.all([reader.cancel(), errors.cancel()]);
});
