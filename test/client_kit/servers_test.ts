import assert from "node:assert/strict";
import { temporaryFolder } from "../support/temporary.ts";
import { loadClient } from "./package.ts";
import { refuse, type Reply, scriptService, stream, tagged } from "./scripted_service.ts";

await using folder = await temporaryFolder();
const { createClient, OshibaseError } = await loadClient(folder.path);

const LIST: Reply = () => Response.json([{ name: "Ani" }]);
const NOWHERE = { url: "http://127.0.0.1:1", key: "J-osb_none" };

Deno.test("a read goes to the next server on a lost connection and on 502 to 504, and stays there", async () => {
  const away: (Reply | undefined)[] = [
    undefined,
    ...[502, 503, 504].map((status) => refuse(status, "TRY_AGAIN", 30)),
    () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
  ];
  for (const reply of away) {
    await using first = scriptService(reply ?? LIST);
    await using second = scriptService(LIST);
    const one = reply === undefined ? NOWHERE : { url: first.baseUrl, key: "J-osb_one" };
    const servers = [one, { url: second.baseUrl, key: "J-osb_two" }];
    const seen: string[] = [];
    const client = createClient({
      servers,
      onResponse: ({ server }: { server: string }) => seen.push(server),
    });
    for (let n = 0; n < 3; n++) assert.equal((await client.bare("a").members()).length, 1);
    assert.equal(second.requests.length, 3);
    assert.equal(first.requests.length, reply === undefined ? 0 : 1);
    assert.equal(seen.at(-1), second.baseUrl);
    assert.ok(second.requests.every(({ headers }) => headers.get("x-api-key") === "J-osb_two"));
    assert.ok(first.requests.every(({ headers }) => headers.get("x-api-key") === "J-osb_one"));
  }
});

Deno.test("a refusal goes to no other server, nor does what writes, nor a place in a log", async () => {
  for (const status of [400, 403, 404, 429]) {
    await using first = scriptService(refuse(status, "NOT_FOUND"));
    await using second = scriptService(LIST);
    const client = createClient({ servers: [{ url: first.baseUrl }, { url: second.baseUrl }] });
    await assert.rejects(client.bare("a").theater({ page: 1 }), { status });
    assert.ok(!second.requests.some(({ url }) => url.includes("theater")), `${status}`);
  }
  await using away = scriptService(
    () => Response.json({ total: 0, cursor: "7", data: [] }),
    refuse(503, "TRY_AGAIN"),
  );
  await using second = scriptService(() => Response.json({ total: 0, cursor: "900", data: [] }));
  const v1 = createClient({ servers: [{ url: away.baseUrl }, { url: second.baseUrl }] }).v1();
  assert.equal((await v1.eventLog()).cursor, "7");
  await assert.rejects(v1.eventLog({ after: 7 }), OshibaseError);
  await assert.rejects(v1.newFeedToken(), { status: 503 });
  assert.equal(second.requests.length, 0);
  assert.equal((await v1.eventLog()).cursor, "900");
  assert.equal((await v1.eventLog({ after: 900 })).cursor, "900");
});

Deno.test("where all servers are away the last one's failure is thrown", async () => {
  await using last = scriptService(refuse(503, "TRY_AGAIN"));
  const client = createClient({ servers: [NOWHERE, { url: last.baseUrl }] });
  await assert.rejects(client.bare("a").members(), { status: 503, type: "TRY_AGAIN" });
  await assert.rejects(createClient({ servers: [NOWHERE] }).bare("a").members(), TypeError);
  for (
    const options of [{}, { servers: [] }, { servers: [NOWHERE], baseUrl: "http://a.example" }]
  ) {
    assert.throws(() => createClient(options), TypeError);
  }
});

Deno.test("an answer that was kept is asked about at its own server alone", async () => {
  await using first = scriptService(tagged('"a"', [1]), refuse(502, "OTHER"));
  await using second = scriptService(tagged('"b"', [1, 2]));
  const client = createClient({ servers: [{ url: first.baseUrl }, { url: second.baseUrl }] });
  for (const length of [1, 2, 2]) assert.equal((await client.bare("a").members()).length, length);
  const tags = second.requests.map(({ headers }) => headers.get("if-none-match"));
  assert.deepEqual(tags, [null, '"b"']);
});

Deno.test("a stream that moves to another server begins there, and says so", async () => {
  const event = (id: number) => `id: ${id}\nevent: news.published\ndata: {"n":${id}}\n\n`;
  await using first = scriptService(
    stream(["retry: 1\n\n", "id: 5\n\n", event(6)]),
    refuse(503, "TRY_AGAIN"),
  );
  await using second = scriptService(
    stream(["retry: 1\n\n", "id: 900\n\n", event(901)], "break"),
    stream([event(902)], "stay"),
  );
  const client = createClient({ servers: [{ url: first.baseUrl }, { url: second.baseUrl }] });
  const heard: unknown[] = [];
  for await (const { id, event, data } of client.v1().eventStream()) {
    heard.push([id, event, data]);
    if (heard.length === 4) break;
  }
  assert.deepEqual(heard, [
    ["6", "news.published", { n: 6 }],
    ["900", "gap", { oldest: "900" }],
    ["901", "news.published", { n: 901 }],
    ["902", "news.published", { n: 902 }],
  ]);
  const ids = second.requests.map(({ headers }) => headers.get("last-event-id"));
  assert.deepEqual(ids, [null, "901"]);
});

Deno.test("the end of a service is reported, and its successor is not asked", async () => {
  await using successor = scriptService(LIST);
  const headers = {
    sunset: "Mon, 01 Mar 2027 00:00:00 GMT",
    link: `</api/a/members?page=1>; rel="first", <${successor.baseUrl}>; rel="successor-version"`,
  };
  await using service = scriptService(
    () => Response.json([], { headers }),
    () => Response.json({ status: false, message: "No" }, { status: 503, headers }),
  );
  const seen: unknown[] = [];
  const client = createClient({
    baseUrl: service.baseUrl,
    onResponse: ({ sunset }: { sunset: unknown }) => seen.push(sunset),
  });
  await client.bare("a").members();
  await assert.rejects(client.bare("a").members(), { status: 503 });
  const end = { on: new Date("2027-03-01T00:00:00Z"), successor: successor.baseUrl };
  assert.deepEqual(seen, [end, end]);
  assert.equal(successor.requests.length, 0);
});
