import assert from "node:assert/strict";
import { desk, deskJson, ISSUE } from "../support/desk.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { AMPLE } from "../support/small_content.ts";
import { untilWithin } from "../support/until.ts";

interface Listed {
  readonly id: string;
  readonly host: string;
  readonly state: string;
  readonly off_reason: string | null;
}

const PATH = "/hook?token=s3cr3t-of-the-address";

Deno.test("webhooks are listed and disabled, and the log names no address", async () => {
  await using hook = openHook();
  const settings = {
    ...{ ADMIN_API: "on", ADMIN_USERNAME: "root", ADMIN_PASSWORD: "correct horse battery" },
    WEBHOOK_ALLOW: "127.0.0.1",
  };
  await using from = await createServerFixture({ standard: AMPLE }, settings);
  const key = await deskJson<{ id: string; secret: string }>(
    ...[from.env, ...ISSUE, "--ip", "127.0.0.1"] as const,
  );
  const headers = { "x-api-key": key.secret, "content-type": "application/json" };
  const ids: string[] = [];
  {
    await using server = await from.start();
    for (let count = 0; count < 2; count++) {
      const body = JSON.stringify({ url: `http://${hook.host}${PATH}` });
      const response = await fetch(`${server.base}v1/webhooks`, { method: "POST", headers, body });
      ids.push((await response.json()).id);
    }
    const disabled = await deskJson<Listed>(from.env, "webhook", "disable", ids[0]!);
    assert.deepEqual([disabled.state, disabled.off_reason], ["off", "operator"]);
    const again = await desk(from.env, "webhook", "disable", ids[0]!);
    assert.deepEqual([again.code, /it is off/.test(again.err)], [1, true], again.err);
    const root = { "x-admin-username": "root", "x-admin-password": settings.ADMIN_PASSWORD };
    const remote = await fetch(`${server.base}api/admin/webhooks`, { headers: root });
    const listed: Listed[] = await remote.json();
    assert.deepEqual(listed.map(({ id, host, state }) => [id, host, state]), [
      [ids[0], hook.host, "off"],
      [ids[1], hook.host, "on"],
    ]);
    await untilWithin(3_000, async () => {
      const own = await (await fetch(`${server.base}v1/webhooks`, { headers })).json();
      return own.data[0].state === "off" && own.data[1].state === "on";
    });
    for (const { out, err } of [server.printed]) {
      assert.doesNotMatch(out + err, /s3cr3t|whsec_/);
    }
  }
});

/** An address that answers anything with 204. */
function openHook() {
  const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
  const server = Deno.serve(options, () => new Response(null, { status: 204 }));
  return {
    host: `127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
