import assert from "node:assert/strict";
import { openContent } from "../../../src/catalog/catalog.ts";
import { STAMP_FILE } from "../../../src/model/build_stamp.ts";
import { packOf } from "../../support/compiled.ts";
import { createFixture } from "../../support/server_fixture.ts";
import { startServer } from "../../support/server.ts";
import { startSmtpServer } from "../../support/smtp_server.ts";

Deno.test("real servers over one store tell an address and a mailbox of old content, once", async () => {
  const posts: string[] = [];
  await using mails = await startSmtpServer();
  await using address = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      posts.push((await request.json()).data.alert);
      return new Response(null, { status: 204 });
    },
  );
  await using fixture = await createFixture({
    LIVE: "off",
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${address.addr.port}/`,
    ALERT_MAIL_TO: "ops@fans.example",
    SMTP_URL: mails.url,
  });
  const { build } = openContent(await packOf("content")).catalog.index;
  const stamp = { build, built_at: "2020-01-01T00:00:00Z" };
  await Deno.writeTextFile(`${fixture.env.OUT_DIR}/${STAMP_FILE}`, JSON.stringify(stamp));
  await using _one = await startServer(fixture.env);
  await using _other = await startServer(fixture.env);
  for (let n = 0; n < 300 && (posts.length === 0 || mails.mails.length === 0); n++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  assert.deepEqual(posts, ["content_old"]);
  assert.deepEqual(mails.mails.map(({ to }) => to), [["ops@fans.example"]]);
});
