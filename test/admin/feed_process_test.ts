import assert from "node:assert/strict";
import { desk, deskJson, ISSUE } from "../support/desk.ts";
import { issueFeedToken } from "../support/issue.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { AMPLE } from "../support/small_content.ts";
import { untilWithin } from "../support/until.ts";

interface NewFeed {
  readonly id: string;
  readonly secret: string;
  readonly url: string;
}

type Fetched = [status: number, value: Record<string, unknown>];

async function fetchJson(address: string, init: RequestInit = {}): Promise<Fetched> {
  const response = await fetch(address, init);
  return [response.status, await response.json()];
}

async function statusOf(address: string): Promise<number> {
  const response = await fetch(address);
  await response.body?.cancel();
  return response.status;
}

Deno.test("a feed token lives from the command line and over HTTP, and ends in two processes within 3 seconds", async () => {
  await using fixture = await createServerFixture({ standard: AMPLE }, {
    ADMIN_API: "on",
    ADMIN_USERNAME: "root",
    ADMIN_PASSWORD: "correct horse battery",
  });
  const { env } = fixture;
  const key = await deskJson<{ id: string; secret: string }>(env, ...ISSUE, "--ip", "127.0.0.1");
  await using one = await fixture.start();
  await using other = await fixture.start();
  const feedOf = (server: { base: string }, { secret }: NewFeed) =>
    `${server.base}api/bunga/theater.ics?feed=${secret}`;
  const isOpen = (feed: NewFeed) => async () =>
    await statusOf(feedOf(one, feed)) === 200 && await statusOf(feedOf(other, feed)) === 200;
  const isShut = (feed: NewFeed) => async () =>
    await statusOf(feedOf(one, feed)) === 403 && await statusOf(feedOf(other, feed)) === 403;

  // By the command line.
  const first = await deskJson<NewFeed>(env, "feed", "issue", key.id);
  assert.deepEqual(Object.keys(first), ["id", "secret", "url"]);
  assert.ok(first.url.endsWith(`/api/bunga/theater.ics?feed=${first.secret}`), first.url);
  await untilWithin(3000, isOpen(first));
  const shown = await desk(env, "feed", "list");
  assert.equal(shown.out.includes(first.secret), false);
  assert.match(shown.out, new RegExp(`${first.id}.*${key.id}.*live`));
  await deskJson(env, "feed", "revoke", first.id);
  await untilWithin(3000, isShut(first));
  const again = await desk(env, "feed", "revoke", first.id);
  assert.equal(again.code, 1);
  assert.match(again.err, /"feed list"/);

  // By the key itself: known at once where it was made, and where it was ended.
  const mine = `${one.base}v1/key/feeds`;
  const headers = { "x-api-key": key.secret };
  const [made, second] = await fetchJson(mine, { method: "POST", headers }) as [number, never];
  assert.equal(made, 200);
  assert.deepEqual(Object.keys(second), ["id", "secret", "url"]);
  assert.equal(await statusOf((second as NewFeed).url), 200, "the address is this machine's");
  await untilWithin(3000, isOpen(second));
  const [, list] = await fetchJson(`${other.base}v1/key/feeds`, { headers });
  const { id, secret } = second as NewFeed;
  const [item] = list.data as Record<string, string>[];
  assert.deepEqual([list.total, item!.id, item!.hint], [1, id, `F-…${secret.slice(-4)}`]);
  assert.match(item!.created_at!, /^\d{4}-\d\d-\d\dT.*Z$/);
  assert.deepEqual(await fetchJson(`${mine}/${id}`, { method: "DELETE", headers }), [200, { id }]);
  assert.equal(await statusOf(feedOf(one, second)), 403);
  await untilWithin(3000, isShut(second));

  // By an administrator over HTTP; it outlives a rotation, and a secret that ends the old one ends it.
  const root = { "x-admin-username": "root", "x-admin-password": "correct horse battery" };
  const [status, third] = await fetchJson(`${one.base}api/admin/feeds`, {
    method: "POST",
    headers: { ...root, "content-type": "application/json" },
    body: JSON.stringify({ key: key.id }),
  }) as [number, never];
  assert.equal(status, 200, JSON.stringify(third));
  await untilWithin(3000, isOpen(third));
  await deskJson(env, "key", "rotate", key.id);
  await untilWithin(3000, isOpen(third));
  const rotated = await deskJson<{ secret: string }>(env, "key", "rotate", key.id, "--now");
  await untilWithin(3000, isShut(third));
  const [, feeds] = await fetchJson(`${one.base}api/admin/feeds`, { headers: root });
  const [left] = feeds as unknown as Record<string, unknown>[];
  assert.deepEqual([left!.id, left!.is_active], [(third as NewFeed).id, false]);

  // The 21st, and two processes that race for the 20th.
  const own = { "x-api-key": rotated.secret };
  await untilWithin(3000, async () => (await fetchJson(mine, { headers: own }))[0] === 200);
  const record = (await fixture.store.keys.find(key.id))!;
  for (let n = 1; n < 20; n++) await issueFeedToken(fixture.store, record);
  const racing = await Promise.all(
    [one, other, one, other].map(({ base }) =>
      fetchJson(`${base}v1/key/feeds`, { method: "POST", headers: own })
    ),
  );
  assert.deepEqual(racing.map(([status]) => status).sort(), [200, 409, 409, 409]);
  const refused = racing.find(([status]) => status === 409)!;
  assert.equal(refused[1].type, "LIMIT_REACHED");
  const late = await desk(env, "feed", "issue", key.id);
  assert.deepEqual([late.code, /20 already/.test(late.err)], [1, true], late.err);
  for (const text of [one.printed, other.printed].flatMap(({ out, err }) => [out, err])) {
    assert.doesNotMatch(text, /F-osb_/);
  }
});
