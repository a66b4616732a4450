import assert from "node:assert/strict";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { collectGarbage } from "./garbage.ts";
import { loadClient } from "./package.ts";
import { refuse, scriptService, stream } from "./scripted_service.ts";

await using folder = await temporaryFolder();
const { createClient } = await loadClient(folder.path);

/** A stream that should have ended, and did not, fails. */
function soon(): { signal: AbortSignal } {
  return { signal: AbortSignal.timeout(5000) };
}

/** Rejects after the same time. */
function tooLate(): Promise<never> {
  const { signal } = soon();
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

const FAST = "retry: 1\n\n";
const FIRST = 'id: 5\nevent: started\ndata: {"name":"Ani"}\n\n';
const SECOND = 'id: 6\nevent: ended\ndata: {"name":"Ani"}\n\n';

Deno.test("a stream that ends is taken up behind the last event, until it is refused", async () => {
  await using service = scriptService(
    stream([FAST, FIRST]),
    stream([SECOND.slice(0, 20)]),
    refuse(500, "INTERNAL"),
    stream([SECOND]),
    refuse(403, "INVALID_CREDENTIALS"),
  );
  const told: string[] = [];
  await assert.rejects(async () => {
    for await (const { id, event } of createClient(service).bare("a").liveStream({}, soon())) {
      told.push(`${id} ${event}`);
    }
  }, { status: 403, type: "INVALID_CREDENTIALS" });
  assert.deepEqual(told, ["5 started", "6 ended"]);
  assert.deepEqual(
    service.requests.map(({ headers }) => headers.get("last-event-id")),
    [null, "5", "5", "5", "6"],
  );
});

Deno.test("a stream that is cut off before its first event goes on from where it began", async () => {
  await using service = scriptService(
    stream([`${FAST}id: 41\n\n: hello\n\nid: 42\n`]),
    stream([FIRST.replace("5", "43")], "stay"),
  );
  const follow = createClient(service).v1().eventStream({}, soon());
  const { id, event } = (await follow.next()).value;
  assert.deepEqual([id, event], ["43", "started"]);
  await follow.return();
  // The block of 42 was not whole.
  const ids = service.requests.map(({ headers }) => headers.get("last-event-id"));
  assert.deepEqual(ids, [null, "41"]);
});

Deno.test("a chat is followed as any stream is", async () => {
  const message = 'id: 7-%E3%83%A1-1\nevent: message\ndata: {"id":"7-メ-1","message":"Halo"}\n\n';
  const dropped = 'event: dropped\ndata: {"dropped":3}\n\n';
  await using service = scriptService(
    stream([FAST, message]),
    stream([dropped, message.replaceAll("7-", "8-")], "stay"),
  );
  const follow = createClient(service).wrapped("a").chatEvents({ room_id: 901 }, soon());
  const told: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { event, data } = (await follow.next()).value;
    told.push(`${event} ${data.id ?? data.dropped}`);
  }
  await follow.return();
  assert.deepEqual(told, ["message 7-メ-1", "dropped 3", "message 8-メ-1"]);
  const asked = service.requests.map(({ url, headers }) => [
    new URL(url).pathname + new URL(url).search,
    headers.get("last-event-id"),
  ]);
  const path = "/api/a/chat-stream/stream?room_id=901";
  assert.deepEqual(asked, [[path, null], [path, "7-%E3%83%A1-1"]]);
});

Deno.test("a connection that breaks is made anew", async () => {
  const replies = [stream([FAST, FIRST], "break"), stream([SECOND], "stay")];
  const fetch = (address: string) => replies.shift()!(new Request(address));
  const { liveStream } = createClient({ baseUrl: "http://a.example", fetch }).bare("a");
  const follow = liveStream({}, soon());
  assert.equal((await follow.next()).value.id, "5");
  assert.equal((await follow.next()).value.id, "6");
  await follow.return();
});

Deno.test("a stream that never came about throws why", async () => {
  await using service = scriptService(refuse(500, "INTERNAL"));
  await assert.rejects(createClient(service).bare("a").liveStream({}, soon()).next(), {
    status: 500,
  });
  await using proxy = scriptService(() => new Response("<p>Come in</p>"));
  await assert.rejects(createClient(proxy).bare("a").liveStream({}, soon()).next(), {
    message: 'Cannot follow a stream: expected text/event-stream, got "text/plain;charset=UTF-8"',
  });
  const nowhere = createClient({ baseUrl: "http://127.0.0.1:1" });
  await assert.rejects(nowhere.bare("a").liveStream({}, soon()).next(), TypeError);
});

Deno.test("a stream starts behind the event that its reader names", async () => {
  await using service = scriptService(stream([SECOND], "stay"));
  const follow = createClient(service).bare("a").liveStream({}, { lastEventId: "5" });
  assert.equal((await follow.next()).value.id, "6");
  await follow.return();
  assert.equal(service.requests[0]!.headers.get("last-event-id"), "5");
});

Deno.test("who leaves the loop, or aborts, closes the connection, however long it was open", async () => {
  let left = 0;
  await using service = scriptService(stream([FIRST], "stay", () => void left++));
  const { liveStream } = createClient(service).bare("a");
  for await (const _ of liveStream()) {
    await collectGarbage();
    break;
  }
  await until(() => left === 1, 5000);
  const reader = new AbortController();
  const follow = liveStream({}, { signal: reader.signal });
  await follow.next();
  const next = follow.next();
  await collectGarbage();
  reader.abort(new Error("enough"));
  await assert.rejects(Promise.race([next, tooLate()]), { message: "enough" });
  await until(() => left === 2, 5000);
});

Deno.test("events are read alike wherever their bytes are cut, and with any end of line", async () => {
  const text =
    '\uFEFF: hello\nid: 7\nevent: started\ndata: {"name":\ndata:"なぎ"}\n\nid: 8\n\ndata: []\n\n';
  for (const end of ["\n", "\r\n", "\r"]) {
    const bytes = new TextEncoder().encode(text.replaceAll("\n", end));
    for (let cut = 0; cut <= bytes.length; cut++) {
      const pieces = [bytes.slice(0, cut), bytes.slice(cut, cut + 1), bytes.slice(cut + 1)];
      const fetch = stream([...pieces, ": the end\n"], "stay");
      const follow = createClient({ baseUrl: "http://a.example", fetch }).bare("a").liveStream();
      const told = [(await follow.next()).value, (await follow.next()).value];
      await follow.return();
      assert.deepEqual(told, [
        { id: "7", event: "started", data: { name: "なぎ" } },
        { id: "8", event: "message", data: [] },
      ]);
    }
  }
});

Deno.test("a connection on which nothing comes any more is given up for another", async () => {
  await using service = scriptService(stream([FAST, FIRST], "stay"), stream([SECOND], "stay"));
  const { setTimeout } = globalThis;
  // The 45 s of silence that are bearable are 45 ms here.
  globalThis.setTimeout =
    ((run: () => void, ms = 0) => setTimeout(run, ms / 1000)) as typeof setTimeout;
  try {
    const follow = createClient(service).bare("a").liveStream({}, soon());
    assert.equal((await follow.next()).value.id, "5");
    const next = follow.next();
    await collectGarbage();
    assert.equal((await Promise.race([next, tooLate()])).value.id, "6");
    await follow.return();
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  assert.equal(service.requests.length, 2);
});
