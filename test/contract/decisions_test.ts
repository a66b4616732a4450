import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { compile } from "../../build/compile.ts";
import { renderOpenApi } from "../../build/site/openapi/document.ts";
import { compileTree } from "../build/compiled_tree.ts";
import { writeTree } from "../build/content_tree.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type Ask, world } from "../support/world.ts";

const NO_KEY = { key: null };
const OVER = "x".repeat(4097);

/** The order of decisions, each against the ones that follow it: the earlier one must win. */
Deno.test.each<[string, string, Ask, number, string | undefined]>([
  ["bad escape, unknown group", "/api/nope/%zz", {}, 400, "MALFORMED_REQUEST"],
  ["bad escape in the query, unknown group", "/api/nope?x=%zz", {}, 400, "MALFORMED_REQUEST"],
  ["bad escape in the query, other path", "/nope?%E0%A4%A", {}, 400, "MALFORMED_REQUEST"],
  ["bad escape, method", "/api/kembang/%f", { method: "DELETE" }, 400, "MALFORMED_REQUEST"],
  ["bad escape, preflight", "/api/kembang/%", { method: "OPTIONS" }, 400, "MALFORMED_REQUEST"],
  ["bad escape, no key", "/api/kembang/members?q=%", NO_KEY, 400, "MALFORMED_REQUEST"],
  ["bad escape on a public page", "/healthz?x=%GG", NO_KEY, 400, "MALFORMED_REQUEST"],
  ["unknown group, method", "/api/nope/members", { method: "DELETE" }, 404, "NOT_FOUND"],
  ["unknown group, preflight", "/api/nope/members", { method: "OPTIONS" }, 404, "NOT_FOUND"],
  ["unknown group, no key", "/api/nope/members", NO_KEY, 404, "NOT_FOUND"],
  ["unknown group, body", "/api/nope", { method: "POST", body: OVER }, 404, "NOT_FOUND"],
  ["outside the families, no key", "/elsewhere", NO_KEY, 404, "NOT_FOUND"],
  ["outside the families, no key", "/api", NO_KEY, 404, "NOT_FOUND"],
  ["outside the families, no key", "/v2/birthdays", NO_KEY, 404, "NOT_FOUND"],
  ["outside the families, method", "/api", { method: "PATCH" }, 404, "NOT_FOUND"],
  [
    "method, no key",
    "/api/kembang/members",
    { method: "POST", key: null },
    405,
    "METHOD_NOT_ALLOWED",
  ],
  [
    "method, unknown path",
    "/api/kembang/nope",
    { method: "DELETE", key: null },
    405,
    "METHOD_NOT_ALLOWED",
  ],
  [
    "method, wrong parameter",
    "/api/melati/news?page=0",
    { method: "PATCH" },
    405,
    "METHOD_NOT_ALLOWED",
  ],
  [
    "body, no key",
    "/api/melati/members",
    { method: "POST", body: "{", key: null },
    400,
    "MALFORMED_REQUEST",
  ],
  [
    "body too large, no key",
    "/v1/birthdays",
    { method: "PUT", body: OVER, key: null },
    413,
    "BODY_TOO_LARGE",
  ],
  ["no key, unknown path in a bare group", "/api/kembang/nope", NO_KEY, 403, undefined],
  ["no key, unknown item", "/api/kembang/theater/nope", NO_KEY, 403, undefined],
  ["no key, wrong parameter", "/api/kembang/theater?page=0", NO_KEY, 403, undefined],
  ["no key, the group itself", "/api/kembang", NO_KEY, 403, undefined],
  ["no key, unknown path", "/api/melati/nope", NO_KEY, 403, "INVALID_CREDENTIALS"],
  ["no key, unknown path", "/v1/nope", NO_KEY, 403, "INVALID_CREDENTIALS"],
  ["no key, wrong parameter", "/v1/birthdays?month=13", NO_KEY, 403, "INVALID_CREDENTIALS"],
  ["unknown path, wrong parameter", "/api/kembang/nope?page=0", {}, 404, "NOT_FOUND"],
  ["unknown path, wrong parameter", "/v1/nope?timezone=", {}, 404, "NOT_FOUND"],
  ["the group itself", "/api/kembang", {}, 404, "NOT_FOUND"],
  ["the family itself", "/v1", {}, 404, "NOT_FOUND"],
  ["other family's path", "/api/melati/birthday", {}, 404, "NOT_FOUND"],
  ["other family's path", "/api/kembang/birthdays", {}, 404, "NOT_FOUND"],
  ["below an item", "/api/kembang/theater/90088/lineup", {}, 404, "NOT_FOUND"],
  ["a slash within a segment", "/api/kembang/videocall%2Ftoday", {}, 404, "NOT_FOUND"],
  ["two slashes", "/api/kembang//members", {}, 404, "NOT_FOUND"],
  ["two slashes at the end", "/api/kembang/members//", {}, 404, "NOT_FOUND"],
  ["capitals", "/api/KEMBANG/members", {}, 404, "NOT_FOUND"],
  ["capitals", "/api/kembang/Members", {}, 404, "NOT_FOUND"],
  ["unknown item, wrong parameter", "/v1/birthdays/nope?status=x", {}, 400, "INVALID_PARAMETER"],
  ["wrong month in the path", "/api/melati/birthdays/13", {}, 400, "INVALID_PARAMETER"],
  ["unknown item", "/api/kembang/theater/nope", {}, 404, "NOT_FOUND"],
])("%s: %s", async (_what, path, ask, status, type) => {
  await using app = await world(TRIO);
  const response = await app.ask(path, ask);
  assert.equal(response.status, status);
  assert.equal((await response.json()).type, type);
});

Deno.test("too long an address is refused before anything else", async () => {
  await using app = await world(TRIO);
  for (const root of ["/api/nope/", "/api/kembang/members?q=", "/api/kembang/%zz"]) {
    const response = await app.ask(root + "x".repeat(9000), { method: "DELETE", key: null });
    assert.equal(response.status, 414);
  }
});

Deno.test("one trailing slash is accepted, on every path", async () => {
  await using app = await world(TRIO);
  const paths = ["/api/kembang/members", "/api/melati/birthdays/3", "/v1/birthdays", "/healthz"];
  for (
    const path of [...paths, "/api/kembang/theater/90088", "/api/kembang/member/Ayu%20Lestari"]
  ) {
    const plain = await app.json(path);
    assert.deepEqual(await app.json(`${path}/`), plain);
    assert.deepEqual(await app.json(`${path}/?x=y`), plain);
  }
});

Deno.test("escapes in the path mean what they stand for", async () => {
  await using app = await world(TRIO);
  const plain = await app.json("/api/kembang/members");
  assert.deepEqual(await app.json("/%61pi/k%65mbang/%6Dembers"), plain);
});

Deno.test("a key for some groups is refused for the others as a wrong key is", async () => {
  await using app = await world(TRIO);
  const narrow = { key: app.narrowKey };
  assert.equal((await app.ask("/api/melati/members", narrow)).status, 200);
  assert.equal((await app.ask("/api/melati-kl/members", narrow)).status, 200);
  for (const path of ["/api/kembang/members", "/api/hkr/members"]) {
    const response = await app.ask(path, narrow);
    assert.equal(response.status, 403);
    assert.deepEqual(await response.json(), { status: false, message: "Invalid API Key" });
  }
});

const NOW = "2026-07-04T10:00:00Z";

/** What these tests read of an item. */
interface Item {
  readonly id: string;
  readonly title: string;
  readonly venue?: string;
}

Deno.test("guests whom group.yaml names are no warning, in any case; others are", () => {
  const show = (name: string) => `title: A\ndate: 2026-08-01\nmembers: [${name}]\n`;
  const group = "name: Group A\nfamily: bare\nguests: [Kang Dodi (tamu)]\n";
  const warningsOf = (name: string) =>
    compileTree({ "groupa/group.yaml": group, "groupa/shows/a.yaml": show(name) }).warnings;
  assert.deepEqual(warningsOf("kang dodi (TAMU)"), []);
  const [warning] = warningsOf("Kang Dodi (tamuu)");
  assert.match(warning!, /No member is called .*Did you mean "Kang Dodi \(tamu\)"\?/);
});

Deno.test("a show without a venue takes place at the group's, in lists and schedules", () => {
  for (const family of ["bare", "wrapped"]) {
    const { items } = compileTree({
      "groupa/group.yaml": `name: A\nfamily: ${family}\ndefaults: { venue: Teater A }\n`,
      "groupa/shows/a.yaml": "title: A\ndate: 2026-08-01\n",
      "groupa/shows/b.yaml": "title: B\ndate: 2026-08-02\nvenue: Balai\n",
    });
    for (const table of ["shows", "schedule"] as const) {
      const venues = items(table).filter(({ title }) => ["A", "B"].includes(title))
        .map(({ venue }) => venue);
      assert.deepEqual(venues, ["Balai", "Teater A"], `${family} ${table}`);
    }
  }
});

Deno.test("an event without a venue takes place at the group's, but on television", async () => {
  await using folder = await temporaryFolder();
  const event = (title: string, more = "") => `title: ${title}\ndate: 2026-08-01\n${more}`;
  writeTree(folder.path, {
    "groupa/group.yaml": "name: A\nfamily: wrapped\ndefaults: { venue: Teater A }\n",
    "groupa/events/2026-02-22-jabat-tangan.yaml": event("A", "venue: Balai\n"),
    "groupa/events/b.yaml": event("B"),
    "groupa/events/c.yaml": event("C", "type: media\n"),
  });
  await using app = await world({ content: folder.path, now: NOW });
  const venues = async (path: string) => {
    const { data } = await app.json(`/api/groupa/${path}`) as { data: Item[] };
    return Object.fromEntries(data.map(({ title, venue }) => [title, venue]));
  };
  assert.deepEqual(await venues("events"), { A: "Balai", B: "Teater A", C: "" });
  const { A, B, C } = await venues("schedule");
  assert.deepEqual([A, B, C], ["Balai", "Teater A", undefined]);
});

Deno.test("shows, events, articles and members answer at names that their files had", async () => {
  for (const family of ["bare", "wrapped"]) {
    await using folder = await temporaryFolder();
    writeTree(folder.path, {
      "groupa/group.yaml": `name: A\nfamily: ${family}\n`,
      "groupa/members/bela-sari.yaml": "name: Bela Sari\nformer_slugs: [bella]\n",
      "groupa/shows/b.yaml": "title: B\ndate: 2026-08-01\nformer_slugs: [lama, kuno]\n",
      "groupa/events/c.yaml": "id: 7\ntitle: C\ndate: 2026-08-01\nformer_slugs: [dulu]\n",
      "groupa/news/d.md": "---\ntitle: D\ndate: 2026-01-01\nformer_slugs: [basi]\n---\n",
      "groupa/releases/e.yaml": "title: E\ntype: single\nformer_slugs: [dulu]\n",
    });
    await using app = await world({ content: folder.path, now: NOW });
    const idAt = async (path: string) => {
      const body = await app.json(`/api/groupa/${path}`) as { id: string; data: Item[] };
      return family === "bare" ? body.id : body.data[0]!.id;
    };
    const paths = ["theater/lama", "theater/kuno", "events/dulu", "news/basi"];
    assert.deepEqual(await Promise.all(paths.map(idAt)), ["b", "b", "7", "d"], family);
    assert.equal((await app.ask("/api/groupa/events/lama")).status, 404);
    if (family === "bare") assert.equal(await idAt("member/bella"), "bela-sari");
  }
});

Deno.test.each(["shows", "events", "releases"])(
  "two files of %s cannot have had one name, nor one the name of another",
  (kind) => {
    const entry = (former: string) =>
      `title: B\n${kind === "releases" ? "type: single" : "date: 2026-08-01"}\n` +
      `former_slugs: [${former}]\n`;
    const twice = {
      [`groupa/${kind}/b.yaml`]: entry("lama"),
      [`groupa/${kind}/c.yaml`]: entry("lama"),
    };
    assert.throws(() => compileTree(twice), /c\.yaml:3:16: error: .*"lama" twice: .*b\.yaml:3/);
    const taken = {
      [`groupa/${kind}/b.yaml`]: entry("c"),
      [`groupa/${kind}/c.yaml`]: entry("lama"),
    };
    assert.throws(() => compileTree(taken), /b\.yaml:3:16: error: .*"c" twice: .*c\.yaml:1/);
  },
);

Deno.test("a known guest by whose name line-ups mean a member is an error", () => {
  const withGuests = (guests: string) => ({
    "groupa/group.yaml": `name: A\nfamily: bare\nguests: [${guests}]\n`,
  });
  for (const name of ["bela sari", "Lala", "bela-sari"]) {
    const files = withGuests(`Kang Dodi, ${name}`);
    assert.throws(
      () => compileTree(files),
      /group\.yaml:3:21: error: .*bela-sari\.yaml is called so/,
    );
  }
  assert.deepEqual(compileTree(withGuests("Bela Sari (Group B)")).warnings, []);
});

Deno.test("the API document names the licence of site.yaml, or says whom to ask", async () => {
  const url = "https://oshibase.example";
  const licenceOf = async (line: string) => {
    await using folder = await temporaryFolder();
    writeTree(folder.path, {
      "site.yaml": `title: T\ncontact: t@a.example\nbase_url: ${url}\n${line}`,
    });
    return JSON.parse(renderOpenApi(compile(folder.path).pack!.index)).info.license;
  };
  assert.deepEqual(await licenceOf(""), { name: "Ask the contact", url });
  assert.deepEqual(await licenceOf("licence: CC BY 4.0\n"), { name: "CC BY 4.0", url });
  assert.deepEqual(await licenceOf(`licence: ${url}/terms\n`), {
    name: "Licence",
    url: `${url}/terms`,
  });
});

Deno.test("a label that is a path on another site is a warning, and no event has it", () => {
  const { items, warnings } = compileTree({
    "groupa/events/a.yaml": "title: A\ndate: 2026-08-01\nlabel: /icon.png\n",
    "groupa/events/b.yaml": "title: B\ndate: 2026-08-02\nlabel: https://img.example/icon.png\n",
    "groupa/news/c.md": "---\ntitle: C\ndate: 2026-08-01\nlabel: /icon.png\n---\n\nHalo.\n",
    "groupa/news/d.md": "---\ntitle: D\ndate: 2026-08-02\nlabel: https://img.example/d.png\n---\n",
  });
  const labels = (table: "events" | "news") => items(table).slice(0, 2).map(({ label }) => label);
  assert.deepEqual(labels("events"), ["https://img.example/icon.png", ""]);
  assert.deepEqual(labels("news"), ["https://img.example/d.png", "/icon.png"]);
  assert.equal(warnings.filter((text) => text.includes('label "/icon.png"')).length, 2);
});

Deno.test("the demo key opens nothing through a proxy, or from another machine", async () => {
  await using app = await world({ ...TRIO, demo: true });
  const { key } = app;
  for (const path of ["/api/kembang/members", "/api/melati/members", "/v1/key"]) {
    assert.equal((await app.ask(path, { key })).status, 200, path);
    for (const name of ["x-forwarded-for", "forwarded", "via"]) {
      const headers = { [name]: "127.0.0.1" };
      assert.equal((await app.ask(path, { key, headers })).status, 403, `${path} ${name}`);
    }
    assert.equal((await app.ask(path, { key, from: "192.0.2.7" })).status, 403, path);
  }
});
