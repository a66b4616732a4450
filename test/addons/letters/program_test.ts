import "nodemailer";
import assert from "node:assert/strict";
import { createManualClock } from "../../support/manual_clock.ts";
import { createProgram } from "../../support/program.ts";
import { issueKey } from "../../support/issue.ts";
import { startSmtpServer } from "../../support/smtp_server.ts";

const CONTENT = "test/fixtures/trio";
const PATH = "/api/kembang/events";

Deno.test("a program writes to the owner of a key whose quota is used", async () => {
  await using server = await startSmtpServer();
  const clock = createManualClock(Date.parse("2026-07-04T12:00:00Z"));
  const quota = { requests: 10, per: "day", timezone: "UTC" } as const;
  const plans = { standard: { rate: "unlimited", quota } } as const;
  const env = { SMTP_URL: server.url };
  await using program = await createProgram({ content: CONTENT, clock, plans, env });
  const { record, secret } = await issueKey(program.stores, {
    plan: "standard",
    email: "sari@fans.example",
  });
  await program.service.access.credentials.refresh();
  for (let n = 0; n < 12; n++) await program.ask(PATH, { key: secret });
  for (let n = 0; n < 100 && server.mails.length === 0; n++) {
    await clock.advance(2_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.deepEqual(server.mails.map(({ to, headers }) => [to, headers.get("subject")]), [
    [["sari@fans.example"], `100 % of your quota for ${program.catalog.index.site.title} is used`],
  ]);
  const { text } = server.mails[0]!;
  assert.ok(text.includes(record.id) && text.includes("2026-07-05 00:00 UTC"), text);
  assert.ok(!text.includes(secret));
});
