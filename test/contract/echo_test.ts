import assert from "node:assert/strict";
import { type Ask, createProgram } from "../support/program.ts";
import { TRIO } from "../support/contents.ts";

const CANARY = "kanari7f3a9";
const HEADERS = ["x-api-key", "api-key", "username", "password", "x-priority-token", "user-agent"];

/** Requests that are refused, each with the canary in another place. */
const ASKS: [string, string, Ask][] = [
  ["unknown path", `/${CANARY}`, {}],
  ["unknown group", `/api/${CANARY}/members`, {}],
  ["unknown path in a bare group", `/api/kembang/${CANARY}`, {}],
  ["unknown path in a wrapped group", `/api/melati/${CANARY}`, {}],
  ["unknown path in /v1", `/v1/${CANARY}`, {}],
  ["unknown show", `/api/kembang/theater/${CANARY}`, {}],
  ["unknown news", `/api/melati/news/${CANARY}`, {}],
  ["unknown member", `/api/kembang/member-detail?url=${CANARY}`, {}],
  ["unknown birthday", `/v1/birthdays/${CANARY}`, {}],
  ["wrong month in the path", `/api/melati/birthdays/${CANARY}`, {}],
  ["wrong number", `/api/kembang/theater?page=${CANARY}`, {}],
  ["wrong status", `/api/kembang/members?status=${CANARY}`, {}],
  ["wrong date", `/api/kembang/events?from=${CANARY}`, {}],
  ["wrong time zone", `/v1/birthdays/today?timezone=${CANARY}`, {}],
  ["wrong group", `/v1/birthdays/today?group=${CANARY}`, {}],
  ["broken escape", `/api/kembang/${CANARY}%zz`, {}],
  ["broken escape in the query", `/api/kembang/members?${CANARY}=%zz${CANARY}`, {}],
  ["too long", `/${CANARY.repeat(1000)}`, {}],
  ["key in the query", `/api/kembang/members?apikey=${CANARY}`, { key: null }],
  ["key in the query of a wrapped group", `/api/melati/members?apikey=${CANARY}`, { key: null }],
  ["wrong parameter beside the key", `/api/melati/news?apikey=${CANARY}&page=0`, {}],
  ["two keys", `/api/melati/members?apikey=${CANARY}1&apikey=${CANARY}2`, { key: null }],
  ["key in the body", "/api/melati/members", {
    method: "POST",
    key: null,
    body: JSON.stringify({ apikey: CANARY, [CANARY]: CANARY }),
  }],
  ["parameter in the body", "/api/melati/news", {
    method: "POST",
    body: JSON.stringify({ page: CANARY }),
  }],
  ["broken body", "/api/melati/news", { method: "PUT", body: `{${CANARY}` }],
  ["large body", "/api/melati/news", { method: "PUT", body: CANARY.repeat(1000) }],
  ["method", "/api/melati/news", { method: CANARY }],
  ...HEADERS.map((name): [string, string, Ask] => [
    `${name} header`,
    "/api/kembang/members",
    { key: null, headers: { [name]: CANARY } },
  ]),
];

Deno.test.each(ASKS)(
  "nothing that was sent comes back in an error: %s",
  async (what, path, ask) => {
    await using app = await createProgram(TRIO);
    const response = await app.ask(path, ask);
    assert.ok(response.status >= 400 && response.status < 500, `${what}: ${response.status}`);
    const told = JSON.stringify([...response.headers]) + await response.text();
    assert.ok(!told.toLowerCase().includes(CANARY), told);
  },
);

Deno.test("an answer does not name the parameters it ignored either", async () => {
  await using app = await createProgram(TRIO);
  for (
    const path of ["/api/kembang/theater?page=1&", "/api/melati/news?page=1&", "/v1/birthdays?"]
  ) {
    const response = await app.ask(`${path}${CANARY}=${CANARY}`);
    assert.equal(response.status, 200);
    const told = JSON.stringify([...response.headers]) + await response.text();
    assert.ok(!told.includes(CANARY), told);
  }
});
