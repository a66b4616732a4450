import type { Gate } from "../../src/access/gate/gate.ts";
import { createBodyReader } from "../../src/http/body.ts";
import { createToHttpError, invalidParameter } from "../../src/http/http_error.ts";
import { createDispatch, type DispatchDeps } from "../../src/routes/dispatch.ts";
import { BARE_ENVELOPE } from "../../src/routes/envelope.ts";
import { createRouteTable, type Family, READ_WITH_BODY } from "../../src/routes/family.ts";
import { uncachedRoute } from "../../src/routes/route.ts";
import { matchBelow } from "../../src/routes/router.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createQuietLog } from "../support/quiet_log.ts";

import assert from "node:assert/strict";

/** An endpoint behind a gate, which explains its refusals to browsers. */
const ENDPOINT = uncachedRoute({
  id: "page",
  path: "page",
  summary: "A page",
  answers: { document: "text/html" },
  parameters: {},
  errorPage: () => ({ text: "<p>Why", headers: [] }),
  handler() {
    throw invalidParameter("q", "a word");
  },
});

/** Lets an administrator in, as the requests below need to be of a known caller. */
const GATE: Gate = {
  identify: () => ({ kind: "admin", username: "root" }),
  charge: (caller) => caller,
  settle() {},
  noteRefused() {},
};

const FAMILY: Family = {
  name: "admin",
  methods: READ_WITH_BODY,
  envelope: BARE_ENVELOPE,
  table: createRouteTable([ENDPOINT]),
  gate: GATE,
  vary: [],
};

const clock = createManualClock();
const dispatch = createDispatch({
  readClient() {},
  content: () => ({ catalog: { groups: [], index: { site: {}, plans: {} } } }),
  router: () => matchBelow(FAMILY, ["page"]).reading,
  bodies: createBodyReader(clock),
  toHttpError: createToHttpError({ log: createQuietLog() }),
  telemetry: { elapsed: () => 0, requests: { note() {} }, accessLog: undefined },
  now: clock.now,
} as unknown as DispatchDeps);

function post(accept: string, body: BodyInit): Promise<Response> {
  const request = new Request("http://a.example/page", {
    method: "POST",
    headers: { accept },
    body,
  });
  return Promise.resolve(dispatch(request, "127.0.0.1"));
}

Deno.test("what an endpoint refuses it explains to browsers in its page, to programs in JSON", async () => {
  for (const [accept, type] of [["text/html", "text/html"], ["*/*", "application/json"]] as const) {
    const response = await post(accept, "{}");
    assert.equal(response.status, 400);
    assert.ok(response.headers.get("content-type")!.startsWith(type), accept);
    await response.body?.cancel();
  }
});

Deno.test("a body that is late is refused in JSON, also where the endpoint has a page for browsers", async () => {
  const answered = post("text/html", new ReadableStream({}));
  await clock.advance(5000);
  const response = await answered;
  assert.equal(response.status, 408);
  assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
  assert.equal((await response.json()).type, "TIMEOUT");
});
