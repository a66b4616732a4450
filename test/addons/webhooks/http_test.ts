import { issueToken } from "../../support/issue.ts";
import { createProgram } from "../../support/program.ts";
import assert from "node:assert/strict";

const ADDRESS = "https://hooks.example/in?room=7&token=s3cr3t";

const DISCORD = "https://discord.com/api/webhooks/1/x";

const ROLE = "123456789012345678";

/** An address that answers a challenge with itself. */
function createDirect() {
  return {
    resolve: () => Promise.resolve(["93.184.215.14"]),
    fetchFrom(_address: string, _url: string, init: RequestInit = {}) {
      const { data } = JSON.parse(String(init.body));
      return Promise.resolve(new Response(data.challenge ?? ""));
    },
  };
}

const options = { content: "content", now: "2026-07-04T03:00:00Z" };

function post(body: unknown): RequestInit {
  return { method: "POST", body: JSON.stringify(body) };
}

Deno.test("webhooks are registered, listed, tried and ended, and never tell their address", async () => {
  await using app = await createProgram({ ...options, direct: createDirect() });
  const made = await app.ask(
    "/v1/webhooks",
    post({
      url: ADDRESS,
      types: ["live.started", "live.ended"],
      groups: ["groupa"],
      members: ["Nagi Tsuchida"],
    }),
  );
  const text = await made.text();
  assert.equal(made.status, 200, text);
  const { id, secret } = JSON.parse(text);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/);
  const listed = await (await app.ask("/v1/webhooks")).text();
  assert.deepEqual(JSON.parse(listed), {
    total: 1,
    data: [{
      ...{ id, host: "hooks.example", hint: "cr3t", format: "standard" },
      ...{ types: ["live.ended", "live.started"], groups: ["groupa"], members: ["nagi-tsuchida"] },
      ...{ state: "on", created_at: "2026-07-04T03:00:00.000Z" },
    }],
  });
  assert.ok(!listed.includes("token=") && !listed.includes(secret));
  const tried = await (await app.ask(`/v1/webhooks/${id}/test`, { method: "POST" })).json();
  assert.deepEqual([tried.event, tried.outcome, tried.next_at], [
    "webhook.test",
    "delivered",
    null,
  ]);
  assert.deepEqual(await app.json(`/v1/webhooks/${id}/deliveries`), { total: 0, data: [] });
  const ended = await app.ask(`/v1/webhooks/${id}`, { method: "DELETE" });
  assert.deepEqual(await ended.json(), { id });
  for (
    const [path, method] of [[`${id}`, "DELETE"], [`${id}/test`, "POST"], [
      `${id}/deliveries`,
      "GET",
    ]]
  ) {
    assert.equal((await app.ask(`/v1/webhooks/${path}`, { method: method! })).status, 404, path);
  }
  assert.equal((await app.json("/v1/webhooks")).total, 0);
});

Deno.test("what a webhook may not be is refused before anybody is asked", async () => {
  const asked: string[] = [];
  const direct = {
    resolve: (name: string) => (asked.push(name), Promise.resolve(["127.0.0.1"])),
    fetchFrom: () => Promise.reject(new Error("reached")),
  };
  await using app = await createProgram({ ...options, direct });
  const refusal = async (body: unknown) => await (await app.ask("/v1/webhooks", post(body))).json();
  for (
    const body of [
      {},
      { url: "" },
      { url: "hooks.example" },
      { url: "ftp://hooks.example/" },
      { url: "https://user:word@hooks.example/" },
      { url: `https://hooks.example/${"x".repeat(2_000)}` },
      { url: ADDRESS, types: ["live.paused"] },
      { url: ADDRESS, groups: ["groupz"] },
      { url: ADDRESS, members: ["nobody at all"] },
      { url: ADDRESS, format: "slack" },
      { url: ADDRESS, mention: ROLE },
      ...["1234567890123456", "123456789012345678901", `<@&${ROLE}>`, "everyone", Number(ROLE)]
        .map((mention) => ({ url: DISCORD, format: "discord", mention })),
    ]
  ) {
    assert.equal((await refusal(body)).type, "INVALID_PARAMETER", JSON.stringify(body));
  }
  assert.deepEqual(asked, []);
  const { hint: why } = await refusal({ url: ADDRESS, mention: ROLE });
  assert.match(why, /^mention takes the id of a Discord role.*where format is discord$/);
  const { type, hint } = await refusal({ url: ADDRESS });
  assert.deepEqual([type, hint], ["WEBHOOK_UNVERIFIED", "address not allowed"]);
  const discord = await refusal({ url: "https://8.8.8.8/api/webhooks/1/x", format: "discord" });
  assert.equal(discord.hint, "address not allowed");
});

Deno.test("webhooks belong to keys: whoever else asks is told so", async () => {
  await using app = await createProgram({ ...options, direct: createDirect() });
  const { secret } = await issueToken(app.stores);
  await app.service.access.credentials.refresh();
  for (
    const [path, method] of [
      ["webhooks", "GET"],
      ["webhooks", "POST"],
      ["webhooks/w_1", "DELETE"],
      ["webhooks/w_1/test", "POST"],
      ["webhooks/w_1/deliveries", "GET"],
    ]
  ) {
    const body = method === "POST" ? { body: JSON.stringify({ url: ADDRESS }) } : {};
    const response = await app.ask(`/v1/${path}`, { method: method!, token: secret, ...body });
    assert.deepEqual([response.status, (await response.json()).type], [403, "KEY_REQUIRED"], path);
  }
});
