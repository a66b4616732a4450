import assert from "node:assert/strict";
import { issueKey } from "../support/issue.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { startSmtpServer } from "../support/smtp_server.ts";
import { until } from "../support/until.ts";
import { loadClient } from "./package.ts";

const LANES = 4;

Deno.test("a client that runs on rotates its key at two processes, and no request of it fails", async () => {
  await using smtp = startSmtpServer();
  await using site = await createServerFixture(undefined, { SMTP_URL: smtp.url });
  const { secret } = await issueKey(site.store);
  await using one = await site.start();
  await using other = await site.start();

  const { createClient } = await loadClient(site.folder);
  let sent = 0;
  const statuses = new Set<number>();
  /** Requests by the secret that they carried. */
  const asked = new Map<string, number>();
  const counting: typeof fetch = async (input, init) => {
    const key = new Headers(init?.headers).get("x-api-key")!;
    // As behind a proxy that shares requests out.
    const isOther = sent++ % 2 === 1 && init?.method === undefined;
    const response = await fetch(
      isOther ? String(input).replace(one.base, other.base) : input,
      init,
    );
    statuses.add(response.status);
    asked.set(key, (asked.get(key) ?? 0) + 1);
    return response;
  };
  const client = createClient({
    baseUrl: one.base,
    key: secret,
    fetch: counting,
    maxKeptCharacters: 0,
  });
  let isRunning = true;
  const lanes = Array.from({ length: LANES }, async () => {
    while (isRunning) await client.bare("bunga").members();
  });
  try {
    await until(() => (asked.get(secret) ?? 0) > 50);
    const rotated = await client.rotateKey(() => {});
    const before = asked.get(secret)!;
    await until(() => (asked.get(rotated.secret) ?? 0) > 50, 10_000);
    assert.ok(asked.get(secret)! > before, "the former secret goes on until the new one is known");
  } finally {
    isRunning = false;
    await Promise.all(lanes);
  }
  assert.deepEqual([...statuses], [200]);
  assert.equal(asked.size, 2);
  const { data } = await client.usage(1);
  assert.ok(data[0].used >= 100, `${data[0].used}`);
  await until(() => smtp.mails.length === 1, 10_000);
  assert.match(smtp.mails[0]!.text, /\/key\/manage$/m);
});
