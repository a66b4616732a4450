import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { writeTree } from "../build/content_tree.ts";
import { everyPath } from "../support/endpoints.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type Ask, world } from "../support/world.ts";

// deno-lint-ignore no-explicit-any
type Json = any;

/** What a parameter of this schema does not take, besides nothing. */
function wrongFor({ type, format, maximum, enum: words }: Json): string[] {
  if (words !== undefined) return ["nope", "constructor", `${words[0]},${words[1]}`];
  if (type === "boolean") return ["1", "TRUE", "yes", "toString", "__proto__"];
  if (type === "integer") {
    const counts = ["0", "-1", "+1", "x", "1.0", "1e1", "0x1", " 1", "1 ", "00", "٣"];
    return maximum < 1e6 ? [...counts, String(maximum + 1)] : counts;
  }
  if (format === "date") {
    return ["2026-02-30", "2026-7-4", "20260704", "today", "2026-07-04T00:00:00Z", "2026-13-01"];
  }
  if (format === "time-zone") {
    return ["+07:00", "-03", "UTC+7", "Z", "Asia/Bandung", "Mars/Olympus"];
  }
  if (format === "names") {
    const many = Array.from({ length: 21 }, (_, n) => `m${n}`).join();
    return ["zyxw", "ayu-lestari,zyxw", ",", "ayu-lestari,", many];
  }
  return [];
}

/** What other parameters an endpoint has to be given to answer at all. */
const NEEDED: Readonly<Record<string, string>> = {
  ...{ q: "q=a", kind: "kind=show", url: "url=ayu-lestari", id: "id=1926" },
};

Deno.test("every parameter is refused with a hint where it is empty, malformed or given twice", async () => {
  await using app = await world(TRIO);
  let refused = 0;
  for (const { path, method, family, group = "kembang" } of app.laws.endpoints) {
    if (method !== "GET" || family === "codes" || family === "public") continue;
    const operation = app.laws.document.paths[path].get;
    const taken = (operation.parameters ?? [])
      .filter((one: Json) => one.in === "query");
    for (const { name, schema } of taken) {
      const needs = taken.filter((one: Json) => one.required && one.name !== name)
        .map((one: Json) => `${NEEDED[one.name]}&`).join("");
      const given = (value: string) => `${name}=${encodeURIComponent(value)}`;
      const queries = [`${name}=`, name, given(" "), ...wrongFor(schema).map(given)];
      if (schema.enum) queries.push(`${given(schema.enum[0])}&${given(schema.enum[1])}`);
      if (schema.type === "integer") queries.push(`${given("1")}&${given("2")}`);
      for (const query of queries) {
        const target = `${path.replace(/\{\w+\}/, group)}?${needs}${query}`;
        const response = await app.ask(target);
        const { status, message, type, hint } = await response.json();
        assert.deepEqual([response.status, type], [400, "INVALID_PARAMETER"], target);
        assert.equal(status, false);
        assert.match(message, /\S/);
        assert.match(hint, new RegExp(`\\b${name}\\b.* takes `), target);
        assert.ok(!hint.includes("zyxw"), "nothing of the caller's comes back");
        refused++;
      }
    }
  }
  assert.ok(refused > 500, `${refused} refusals`);
});

Deno.test("what no endpoint knows is ignored, malformed, empty or twice", async () => {
  await using app = await world(TRIO);
  const unknown = ["x=y", "x", "x=", "=", "&&", "x=1&x=2", "page[]=1", "apikey[]=1", "Page=0"];
  const others = ["graduated_only[]=x", "__proto__=1", "constructor=x", "%E3%81%95=%E3%81%8F"];
  for (const path of ["/api/kembang/members", "/api/melati/news", "/v1/birthdays/today"]) {
    const plain = await app.json(path);
    for (const query of [...unknown, ...others]) {
      assert.deepEqual(await app.json(`${path}?${query}`), plain, query);
    }
  }
});

Deno.test("X-Ignored names what an endpoint does not take as it came, and nothing secret", async () => {
  await using app = await world(TRIO);
  const ignored = async (path: string, ask: Ask = {}) => {
    const { headers, body } = await app.ask(path, ask);
    await body?.cancel();
    return headers.get("x-ignored");
  };
  const members = "/api/kembang/members";
  const cases: [query: string, named: string | null][] = [
    ["", null],
    ["?status=active&q=a", null],
    ["?stauts=upcoming", "stauts"],
    ["?stauts=upcoming&status=active&Page=0", "stauts, Page"],
    ["?a=1&b=1&c=1&d=1&e=1&f=1", "a, b, c, d, e"],
    [`?${"a".repeat(24)}=1&${"b".repeat(25)}=1`, "a".repeat(24)],
    ["?%E3%81%95=1&page[]=1&x%20y=1&=1", null],
    ["?J-osb_aaaa=1&x-OSB_b=1&api_key=1&password=a&username=b&priority_token=c&code=1", null],
    [`?apikey=${app.key}`, null],
    [`?apikey=${app.key}&stauts=1`, "stauts"],
  ];
  for (const [query, named] of cases) {
    assert.equal(await ignored(members + query), named, query);
    assert.equal(await ignored(members + query, { method: "HEAD" }), named, query);
    const known = { headers: { "if-none-match": "*" } };
    assert.equal(await ignored(members + query, known), named, query);
  }
  // Administration reads its options itself.
  await app.addAdmin("budi", "a long password of somebody's");
  const headers = { username: "budi", password: "a long password of somebody's" };
  const admin = { key: null, headers };
  assert.equal(await ignored("/api/admin/audit?limit=1", admin), null);
  // On refusals too: there it is what was meant.
  assert.equal(await ignored("/api/kembang/member-detail?name=ayu-lestari"), "name");
  assert.equal(await ignored(`${members}?stauts=1`, { key: null }), null);
  // The name in the path is taken; the one behind the question mark is not.
  assert.equal(await ignored("/api/kembang/member/ayu-lestari?name=x"), "name");
  assert.equal(await ignored("/api/kembang/videocall?sesi=1&session=1"), null);
  for (const [perpage, named] of [["100", null], ["101", "perpage"], ["1e3", null]] as const) {
    assert.equal(await ignored(`/api/melati/news?perpage=${perpage}`), named);
    const post = { method: "POST", body: `{"perpage":"${perpage}"}` };
    assert.equal(await ignored("/api/melati/news", post), named);
  }
  const post = { method: "POST", body: '{"stauts":"upcoming","apikey":"x","x":{"y":1}}' };
  assert.equal(await ignored("/api/melati/schedule?x=1", post), "x, stauts");
});

const FAR_DAYS = ["0001-01-01", "0004-02-29", "9996-02-29", "9999-12-31"];

/** A group with entries of every kind on the first and the last days that can be written. */
function filesOf(group: string, family: string, zone: string): Record<string, string> {
  const files: Record<string, string> = {
    "group.yaml": `name: ${group}\nfamily: ${family}\ntimezone: ${zone}\n`,
  };
  for (const day of FAR_DAYS) {
    const slug = `${group}-${day}`;
    files[`members/${slug}.yaml`] =
      `name: ${slug}\nbirth_date: ${day}\njoined: ${day}\ngraduated: ${day}\n`;
    files[`shows/${day}.yaml`] = `title: A\ndate: ${day}\nmembers: [${slug}]\n`;
    files[`shows/${day}-b.yaml`] =
      `title: B\ndate: ${day}\ntime: "23:59:59"\nduration: 2h\nmembers: [${slug}]\n`;
    files[`events/${day}.yaml`] = `title: A\ndate: ${day}\n`;
    files[`news/${day}.md`] = `---\ntitle: A\ndate: ${day}\n---\n\nHalo.\n`;
    files[`releases/${day}.yaml`] = `title: A\ntype: single\nrelease_date: ${day}\n`;
    files[`videocalls/${day}.yaml`] =
      `date: ${day}\nsessions:\n  - { session: A, start_time: "23:00", end_time: "01:00" }\n`;
  }
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`${group}/${name}`, text]),
  );
}

Deno.test.each(["Pacific/Kiritimati", "Asia/Jakarta", "Etc/GMT+12"])(
  "every endpoint answers on the first and the last days that can be written, in %s",
  async (zone) => {
    await using folder = await temporaryFolder();
    writeTree(folder.path, {
      ...filesOf("bare", "bare", zone),
      ...filesOf("wrapped", "wrapped", zone),
    });
    await using app = await world({ content: folder.path, now: "2026-07-04T10:00:00Z" });
    for (
      const now of ["2026-07-04T10:00:00Z", "2026-12-31T23:59:59.999Z", "2028-02-29T00:00:00Z"]
    ) {
      app.at(now);
      for (const path of await everyPath(app)) {
        const body = await app.json(path);
        assert.doesNotMatch(JSON.stringify(body), /NaN|"[+-]0|null/, path);
      }
    }
  },
);

Deno.test("a missing parameter, a month without its year and one value too many have a hint of their own", async () => {
  await using app = await world(TRIO);
  const hints: [path: string, hint: RegExp][] = [
    ["/api/kembang/member-detail", /^url takes /],
    ["/api/kembang/news-detail", /^id takes /],
    ["/api/kembang/theater?page=1&page=2", /^page takes one value, not several: a whole number/],
    ["/api/kembang/videocall?sesi=1&session=2", /^session or sesi takes one value, not several/],
    ["/api/kembang/theater?page=0&page=0", /^page takes a whole number/],
    ["/api/kembang/theater?month=7", /^month .*year/],
    ...["0", "13", "-1", "july", "1.5", "07x", "%20"].map((month): [string, RegExp] => [
      `/api/melati/birthdays/${month}`,
      /^month takes a whole number from 1 to 12$/,
    ]),
  ];
  for (const [path, hint] of hints) {
    const response = await app.ask(path);
    const body = await response.json();
    assert.deepEqual([response.status, body.type], [400, "INVALID_PARAMETER"], path);
    assert.match(body.hint, hint, path);
  }
});

Deno.test("what was refused, or asked with a body, is not kept for others", async () => {
  await using app = await world(TRIO);
  const path = "/api/melati/members";
  const [all, graduated] = [await app.json(path), await app.json(`${path}?status=graduated`)];
  for (const text of ["constructor", "valueOf", "__proto__", "hasOwnProperty"]) {
    assert.equal((await app.ask(`${path}?graduated_only=${text}`)).status, 400);
  }
  assert.notDeepEqual(graduated, all);
  const asked = { method: "POST", body: '{"status":"graduated"}' };
  assert.deepEqual(await app.json(path, asked), graduated);
  assert.deepEqual(await app.json(path), all);
});
