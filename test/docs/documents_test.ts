import assert from "node:assert/strict";
import { renderSite } from "../../build/site/site.ts";
import { ERRORS } from "../../src/http/error_table.ts";
import { BARE, V1, WRAPPED } from "../../src/routes/families.ts";
import { brotliCompressSync, constants } from "node:zlib";
import { shippedSite } from "../support/shipped_site.ts";

const source = shippedSite();
const FILES = new Map(renderSite(source).map((file) => [file.path, file]));

function text(path: string): string {
  const body = FILES.get(path)?.body;
  assert.ok(typeof body === "string", path);
  return body;
}

const PAGES = [...FILES.values()].filter(({ contentType }) => contentType.startsWith("text/html"));

Deno.test("every page has a Markdown twin, and stands in llms.txt", () => {
  const list = text("/llms.txt");
  for (const { path, policy } of PAGES.filter(({ policy }) => policy === undefined)) {
    const twin = path === "/docs" ? "/docs/index.md" : `${path}.md`;
    assert.ok(FILES.has(twin), `${twin} ${policy}`);
    assert.ok(list.includes(`${twin})`), twin);
  }
});

Deno.test("every page is below 60 KB in br", () => {
  for (const { path, body } of PAGES) {
    // The quick way is tried first: it makes no page smaller than the thorough one.
    const isSmall = [4, 11].some((quality) => bytesInBrotli(body, quality) < 60_000);
    assert.ok(isSmall, path);
  }
});

function bytesInBrotli(body: string | Uint8Array, quality: number): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return brotliCompressSync(body, { params }).length;
}

Deno.test("every link within the documents leads somewhere, its anchor too", () => {
  for (const { path, body } of PAGES) {
    for (
      const [, link] of String(body).matchAll(
        /<a [^>]*href="(?!https?:)(\/docs[^"]*|#[^"]*|[^\/][^"]*)"/g,
      )
    ) {
      const [target = "", anchor] = (link!.startsWith("#") ? path + link : link!).split("#");
      assert.ok(FILES.has(target), `${path} links to ${link}`);
      if (anchor) assert.ok(text(target).includes(`id="${anchor}"`), `${path} links to ${link}`);
    }
  }
});

Deno.test("each type of error has an anchor on the page of errors", () => {
  for (const { type } of Object.values(ERRORS)) {
    if (type !== undefined) assert.ok(text("/docs/errors").includes(`id="${type}"`), type);
  }
});

Deno.test("the page of errors in Indonesian has each kind, with its fields and in no English", () => {
  const page = text("/docs/id/errors.md");
  for (const { status, type, message, about, fields = {} } of Object.values(ERRORS)) {
    if (type !== undefined) assert.ok(page.includes(`\n## ${type}\n`), type);
    assert.ok(page.includes(`**${status}** \`${message}\``), message);
    for (const name of Object.keys(fields)) assert.ok(page.includes(`\n- \`${name}\`: `), name);
    assert.ok(!page.includes(about), about);
  }
});

Deno.test("the reference has every endpoint of every group and of /v1, with curl, TypeScript and Python", () => {
  const families = [
    ...source.groups.map(({ slug, family }) => [slug, family === "bare" ? BARE : WRAPPED] as const),
    ["v1", V1] as const,
  ];
  for (const [name, { table }] of families) {
    const page = text(`/docs/reference/${name}.md`);
    const sections = page.split(/^## /m).slice(1);
    assert.deepEqual(
      sections.map((section) => section.split("\n")[0]),
      table.routes.map(({ path, method }) => method === undefined ? path : `${method} ${path}`),
    );
    for (const section of sections) {
      for (const language of ["sh", "ts", "python"]) {
        assert.ok(section.includes("```" + language), section);
      }
    }
  }
});

Deno.test("the reference shows an answer of every endpoint", () => {
  for (const name of ["groupa", "groupb", "v1"]) {
    const [, ...sections] = text(`/docs/reference/${name}.md`).split(/^## /m);
    assert.ok(sections.length > 15, name);
    for (const section of sections) {
      assert.match(section, /^An answer( to `[A-Z]+ [^`]+`)?(, shortened[^:]*)?:$/m);
    }
  }
  assert.match(text("/docs/reference/groupa.md"), /"name": "Meilani Tanujaya"/);
});

Deno.test("two renderings give equal bytes", () => {
  const again = renderSite(source);
  assert.deepEqual(again, [...FILES.values()]);
});

Deno.test("every picture of the documents is shown, with its size and what it shows, and all are small", () => {
  const pictures = [...FILES.values()].filter(({ path }) => path.startsWith("/docs/pictures/"));
  assert.ok(pictures.length > 5);
  const shown = PAGES.flatMap(({ body }) => [
    ...String(body).matchAll(/<img src="([^"]+)" alt="([^"]*)" width="(\d+)" height="(\d+)"/g),
  ]);
  assert.deepEqual(
    [...new Set(shown.map(([, src]) => src))].sort(),
    pictures.map(({ path }) => path).sort(),
  );
  for (const [, src, alt, width, height] of shown) {
    assert.ok(alt!.length > 20, src);
    const { body } = FILES.get(src!)!;
    const begin = typeof body === "string" ? body : new TextDecoder().decode(body.subarray(8, 16));
    assert.match(begin, src!.endsWith(".svg") ? /^<svg / : /^WEBPVP8X/, src);
    for (const side of [width, height]) assert.ok(Number(side) > 200 && Number(side) < 2000, src);
  }
  const bytes = pictures.reduce((sum, { body }) => sum + body.length, 0);
  assert.ok(bytes < 400_000, `${bytes} bytes`);
});

Deno.test("the reference describes every field of every answer", () => {
  const pages = [...FILES.values()].filter(({ path }) => /^\/docs\/reference\/.*\.md$/.test(path));
  const reference = pages.map(({ body }) => String(body)).join("\n");
  const { components } = JSON.parse(text("/openapi.json"));
  let fields = 0;
  const visit = (name: string, schema: Schema): void => {
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      fields++;
      const rows = new RegExp(`^\\| \`(\\S*[.\\]])?${field}\` \\| .+ \\| \\S.* \\|$`, "m");
      assert.match(reference, rows, `${name}.${field}`);
      const { description } = property;
      if (description) {
        assert.ok(reference.includes(description), `${name}.${field}: ${description}`);
      }
      visit(name, property.items ?? property);
    }
  };
  for (const [name, schema] of Object.entries<Schema>(components.schemas)) {
    if (!name.endsWith("Error")) visit(name, schema);
  }
  assert.ok(fields > 300, `${fields} fields`);
});

/** What a schema of the document has, as far as it is looked at here. */
interface Schema {
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

Deno.test("a page leads from each name of a field to a table that has it", () => {
  const rows = new Map(
    [...text("/docs/reference/names.md").matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)]
      .map(([, name, places]) => [name!, places!]),
  );
  assert.equal(rows.get("data_id"), "[Recent](/docs/reference/fields#recent)");
  assert.match(rows.get("peak_viewers")!, /\(\/docs\/reference\/groupa#recent-id\)|#recent\)/);
  for (const name of ["fields", "groupa", "groupb", "v1", "open"]) {
    const tables = text(`/docs/reference/${name}.md`).split("| Field | Type | Meaning |").slice(1);
    for (const table of tables) {
      const fields = table.split("\n\n")[0]!.matchAll(/^\| `(?:\S*\.)?([^`.]+)` \|/gm);
      for (const [, field] of fields) assert.ok(rows.has(field!), `${name}: ${field}`);
    }
  }
});

Deno.test("llms.txt names the sections of each page that is written by hand", () => {
  const line = (path: string) =>
    text("/llms.txt").split("\n").find((one) => one.includes(`${path}.md)`))!;
  assert.match(line("/docs/credentials"), / · What do I do if my key has leaked\? · /);
  assert.match(line("/docs/id/limits"), / Bagiannya: .+ · Apa yang dihitung\? · /);
  assert.doesNotMatch(line("/docs/reference/groupa"), /Sections:/);
});

Deno.test("a page lists every endpoint, with a line each", () => {
  const list = text("/docs/reference.md");
  const { paths } = JSON.parse(text("/openapi.json"));
  const ofGroup = new RegExp(`^/api/(${source.groups.map(({ slug }) => slug).join("|")})/`);
  for (const [path, operations] of Object.entries<object>(paths)) {
    const shown = path.replace(ofGroup, "/api/{group}/");
    for (const method of Object.keys(operations)) {
      const name = method === "get" ? shown : `${method.toUpperCase()} ${shown}`;
      assert.ok(list.includes(`| [\`${name}\`](/docs/reference/`), name);
    }
  }
});

Deno.test("each endpoint names what it refuses, with a link", () => {
  const page = text("/docs/reference/groupa.md");
  const [head, ...sections] = page.split(/^## /m);
  assert.match(head!, /403 \[INVALID_CREDENTIALS\]\(\/docs\/errors#INVALID_CREDENTIALS\)/);
  const show = sections.find((section) => section.startsWith("theater/{id}"))!;
  assert.match(show, /^\*\*Errors\.\*\* .*404 \[NOT_FOUND\]\(\/docs\/errors#NOT_FOUND\)\.$/m);
});
