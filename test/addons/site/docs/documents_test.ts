import assert from "node:assert/strict";
import { renderOpenApi } from "../../../../build/addons/site/openapi/document.ts";
import { SETTING_NAMES } from "../../../../src/core/all_settings.ts";
import { FAMILIES } from "../../../../src/core/registry.ts";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { shippedSite, siteFiles } from "../shipped_site.ts";

const { bare: BARE, wrapped: WRAPPED, v1: V1 } = FAMILIES;

const source = shippedSite();
const FILES = new Map(siteFiles(source).map((file) => [file.path, file]));

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

Deno.test("the page of settings has every variable that the program reads", () => {
  const page = text("/docs/settings.md");
  assert.deepEqual(SETTING_NAMES.filter((name) => !page.includes(`\`${name}\``)), []);
});

Deno.test("a page has at most 1,500 words beside its tables and its code", () => {
  for (const { path } of [...FILES.values()].filter(({ path }) => path.endsWith(".md"))) {
    if (/^\/docs\/(id\/)?(reference|errors)/.test(path)) continue;
    const prose = text(path).replace(/^( *)```[^]*?^\1```$/gm, "").replace(/^\|.*$/gm, "");
    const words = prose.split(/\s+/).length;
    assert.ok(words <= 1500, `${path}: ${words} words`);
  }
});

Deno.test("the settings that everybody sets stand first, and the first server takes a short page", () => {
  const FIRST = ["PORT", "KV_PATH", "OUT_DIR", "KEY_PEPPER", "TRUSTED_PROXIES"];
  const settings = text("/docs/settings.md");
  const marked = [...settings.matchAll(/^\| \*\*`(\w+)`\*\* /gm)].map(([, name]) => name);
  assert.deepEqual(marked, FIRST);
  assert.ok(settings.indexOf("**`PORT`**") < settings.indexOf("| `HOST`"));
  assert.ok(text("/docs/first-server.md").trimEnd().split("\n").length <= 60);
});

Deno.test("the list of contents shows what its reader looks for, and folds the rest", () => {
  const openIn = (path: string) => {
    const [, list] = /<div data-pages>([^]*?)<\/div>/.exec(text(path))!;
    const sections = [...list!.matchAll(/<details( open)?>\s*<summary>([^<]+)<[^]*?<\/details>/g)];
    return sections.filter(([, isOpen]) => isOpen).map(([section, , name]) =>
      [name, section.match(/<a /g)!.length] as const
    );
  };
  for (const path of ["/docs", "/docs/reference"]) {
    const open = openIn(path);
    assert.deepEqual(open.map(([name]) => name), ["Using the service", "Reference"]);
    assert.ok(open.reduce((sum, [, links]) => sum + links, 0) <= 24);
  }
  assert.deepEqual(openIn("/docs/keys").map(([name]) => name), ["Running the service"]);
  assert.deepEqual(openIn("/docs/id").map(([name]) => name), ["Bahasa Indonesia"]);
});

Deno.test("every page is below 60 KB in br", () => {
  for (const { path, body } of PAGES) {
    // The quick way is tried first: it makes no page smaller than the thorough one.
    const isSmall = [4, 11].some((quality) => bytesInBrotli(body, quality) < 60_000);
    assert.ok(isSmall, path);
  }
});

Deno.test("the page to try requests lies in a sandbox, and loads at most 1.2 MB, all from here", () => {
  const { policy = "" } = FILES.get("/docs/try")!;
  assert.match(
    policy,
    /^sandbox allow-scripts allow-forms; default-src 'none'; script-src 'self';/,
  );
  assert.doesNotMatch(policy, /unsafe|https:|\*/);
  const loaded = ["/assets/try.js", "/assets/swagger-ui.js", "/assets/swagger-ui.css"];
  const bytes = loaded.map((path) => gzipSync(text(path)).length);
  assert.ok(bytes.reduce((sum, one) => sum + one) < 1_200_000, `${bytes}`);
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

Deno.test("the reference has every endpoint once, for both families, with its curl line", () => {
  const sections = text("/docs/reference.md").split(/^## /m).slice(2);
  const shown = sections.map((section) => section.split("\n")[0]);
  const titles = [BARE, WRAPPED].flatMap(({ table }) => table.routes.map(titleOf))
    .concat(V1.table.routes.map((route) => titleOf({ ...route, path: `/v1/${route.path}` })));
  assert.equal(new Set(shown).size, shown.length);
  assert.deepEqual(titles.filter((title) => !shown.includes(title)), []);
  for (const section of sections) {
    assert.match(section, /^```sh( no-run)?\ncurl .+\n```$/m, section);
  }
  const both = sections.filter((section) => section.includes("**Answer, wrapped.**"));
  assert.ok(both.length > 25, `${both.length} of both families`);
});

function titleOf({ path, method }: { readonly path: string; readonly method?: string }): string {
  return method === undefined ? path : `${method} ${path}`;
}

Deno.test("two renderings give equal bytes", () => {
  const again = siteFiles(source);
  assert.deepEqual(again, [...FILES.values()]);
});

Deno.test("every picture of the documents is shown, with its size and what it shows", () => {
  const pictures = [...FILES.values()].filter(({ path }) => path.startsWith("/docs/pictures/"));
  assert.ok(pictures.length > 5);
  const shown = PAGES.flatMap(({ body }) => [
    ...String(body).matchAll(/<img src="([^"]+)" alt="([^"]*)" width="(\d+)" height="(\d+)"/g),
  ]);
  assert.deepEqual(
    [...new Set(shown.map(([, src]) => src))].sort(),
    pictures.map(({ path }) => path).sort(),
  );
  for (const [, src, alt] of shown) assert.ok(alt!.length > 20, src);
});

Deno.test("the reference describes every field of every answer", () => {
  const pages = [...FILES.values()].filter(({ path }) => /^\/docs\/reference.*\.md$/.test(path));
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

Deno.test("the reference lists every operation of the document", () => {
  const list = text("/docs/reference.md");
  const { paths } = JSON.parse(text("/openapi.json"));
  const ofGroup = new RegExp(`^/api/(${source.groups.map(({ slug }) => slug).join("|")})/`);
  for (const [path, operations] of Object.entries<object>(paths)) {
    for (const method of Object.keys(operations)) {
      const title = path.replace(ofGroup, "");
      const name = method === "get" ? title : `${method.toUpperCase()} ${title}`;
      assert.ok(list.includes(`| [\`${name}\`](#`), name);
    }
  }
});

Deno.test("the reference names the zone of each group, and its day in place of 29 February", () => {
  const page = text("/docs/reference.md");
  for (const { slug, timezone, leapDay, family } of source.groups) {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${slug}\` |`))!;
    const day = leapDay === "mar1" ? "1 March" : "28 February";
    for (const part of [family, `\`${timezone}\``, day]) assert.ok(row.includes(` ${part} |`), row);
  }
});

Deno.test("the licence of the data is in openapi.json and on its page", () => {
  const infoOf = (licence?: string, attribution?: string) => {
    const service = { ...source, site: { ...source.site, licence, attribution } };
    return JSON.parse(renderOpenApi(service)).info;
  };
  assert.deepEqual(infoOf("CC-BY-4.0", "Bunga").license, {
    name: "CC-BY-4.0",
    url: "https://spdx.org/licenses/CC-BY-4.0.html",
  });
  assert.equal(infoOf("CC-BY-4.0", "Bunga")["x-attribution"], "Bunga");
  assert.equal(infoOf("our own").license.name, "our own");
  assert.equal(infoOf().license.name, "Ask the contact");
  const service = {
    ...source,
    site: { ...source.site, licence: "CC-BY-4.0", attribution: "Bunga" },
  };
  const page = siteFiles(service).find(({ path }) => path === "/docs/licence.md");
  assert.match(
    String(page!.body),
    /\[CC-BY-4\.0\]\(https:[^]*name its source like this: \*\*Bunga\*\*/,
  );
});

Deno.test("the program's licence is in the documents, whole, and those of what browsers get are served", () => {
  const licence = Deno.readTextFileSync("LICENSE");
  for (const name of ["Apache License", "SmartBear Software", "React"]) {
    assert.ok(text("/assets/swagger-ui.txt").includes(name), name);
  }
  assert.ok(text("/docs/licence.md").includes("(/assets/swagger-ui.txt)"));
  assert.ok(text("/docs/licence.md").includes(licence.trim()));
  // The build may read its own folder alone.
  assert.equal(Deno.readTextFileSync("build/addons/site/docs/program_licence.txt"), licence);
});
