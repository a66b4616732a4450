import assert from "node:assert/strict";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { renderOpenApi } from "../../../../build/addons/site/openapi/document.ts";
import { SETTING_NAMES } from "../../../../src/core/all_settings.ts";
import { shippedSite, siteFiles } from "../shipped_site.ts";

const source = shippedSite();
const FILES = new Map(siteFiles(source).map((file) => [file.path, file]));

function text(path: string): string {
  const body = FILES.get(path)?.body;
  assert.ok(typeof body === "string", path);
  return body;
}

const PAGES = [...FILES.values()].filter(({ contentType }) => contentType.startsWith("text/html"));
Deno.test("every page has a Markdown twin, stands in llms.txt, and has at most 60 KB in br", () => {
  const list = text("/llms.txt");
  for (const { path, policy, body } of PAGES) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    assert.ok(brotliCompressSync(body, { params }).length < 60_000, path);
    if (policy !== undefined) continue;
    const twin = path === "/docs" ? "/docs/index.md" : `${path}.md`;
    assert.ok(FILES.has(twin) && list.includes(`${twin})`), twin);
  }
  assert.deepEqual(siteFiles(source), [...FILES.values()], "equal bytes");
});

Deno.test("the list of contents shows what its reader looks for, and folds the rest", () => {
  const openIn = (path: string) => {
    const [, list] = /<div data-pages>([^]*?)<\/div>/.exec(text(path))!;
    const sections = [...list!.matchAll(/<details( open)?>\s*<summary>([^<]+)</g)];
    return sections.filter(([, isOpen]) => isOpen).map(([, , name]) => name);
  };
  assert.deepEqual(openIn("/docs"), ["Using the service", "Reference"]);
  assert.deepEqual(openIn("/docs/reference"), ["Using the service", "Reference"]);
  assert.deepEqual(openIn("/docs/keys"), ["Running the service"]);
  assert.deepEqual(openIn("/docs/id"), ["Bahasa Indonesia"]);
});

Deno.test("every link within the documents leads somewhere, its anchor too", () => {
  const links = /<a [^>]*href="(?!https?:|mailto:)(\/docs[^"]*|#[^"]*|[^\/][^"]*)"/g;
  for (const { path, body } of PAGES) {
    for (const [, link] of String(body).matchAll(links)) {
      const [target = "", anchor] = (link!.startsWith("#") ? path + link : link!).split("#");
      assert.ok(FILES.has(target), `${path} links to ${link}`);
      if (anchor) assert.ok(text(target).includes(`id="${anchor}"`), `${path} links to ${link}`);
    }
  }
});

Deno.test("each file to copy is there as text, and the page on running it links to it", () => {
  for (const { name } of Deno.readDirSync("build/addons/site/docs/recipes")) {
    const path = `/docs/recipes/${name}`;
    assert.ok(text("/docs/running.md").includes(`(${path})`), name);
    assert.equal(text(path), Deno.readTextFileSync(`build/addons/site${path}`));
  }
});

Deno.test("files that pages for contributors and the README name are there", () => {
  const pages = ["README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md"];
  const links = pages.flatMap((page) =>
    [...Deno.readTextFileSync(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, link]) => new URL(link!, `file://${Deno.cwd()}/${page}`).pathname)
  );
  const named = ["/docs/how-it-works.md", "/docs/adding.md"].flatMap((page) =>
    [...text(page).matchAll(/`((?:src|build|test|content)\/[\w/.]*)`/g)].map(([, path]) => path!)
  );
  assert.ok(links.length > 15 && named.length > 80, `${links.length} and ${named.length}`);
  for (const path of [...links, ...named]) {
    // The add-on that one of the pages writes.
    if (!path.includes("/greetings/")) assert.ok(Deno.statSync(path), path);
  }
});

Deno.test("the settings that everybody sets stand first, no variable is missing, and the first server takes a short page", () => {
  const page = text("/docs/settings.md");
  const marked = [...page.matchAll(/^\| \*\*`(\w+)`\*\* /gm)].map(([, name]) => name);
  assert.deepEqual(marked, ["PORT", "KV_PATH", "OUT_DIR", "KEY_PEPPER", "TRUSTED_PROXIES"]);
  assert.ok(page.indexOf("**`PORT`**") < page.indexOf("| `HOST`"));
  assert.deepEqual(SETTING_NAMES.filter((name) => !page.includes(`\`${name}\``)), []);
  assert.ok(text("/docs/first-server.md").trimEnd().split("\n").length <= 60);
});

Deno.test("the page to try requests lies in a sandbox, and loads at most 1.2 MB, all from here", () => {
  const { policy = "" } = FILES.get("/docs/try")!;
  const begins = /^sandbox allow-scripts allow-forms; default-src 'none'; script-src 'self';/;
  assert.match(policy, begins);
  assert.doesNotMatch(policy, /unsafe|https:|\*/);
  const loaded = ["/assets/try.js", "/assets/swagger-ui.js", "/assets/swagger-ui.css"];
  const bytes = loaded.map((path) => gzipSync(text(path)).length);
  assert.ok(bytes.reduce((sum, one) => sum + one) < 1_200_000, `${bytes}`);
});

/** What a schema of the document has, as far as it is looked at here. */
interface Schema {
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

Deno.test("the reference has every operation once, for both families, and every field of every answer", () => {
  const page = text("/docs/reference.md");
  const { paths, components } = JSON.parse(text("/openapi.json"));
  const ofGroup = new RegExp(`^/api/(${source.groups.map(({ slug }) => slug).join("|")})/`);
  const titles = Object.entries<object>(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) =>
      `${method === "get" ? "" : `${method.toUpperCase()} `}${path.replace(ofGroup, "")}`
    )
  );
  const sections = page.split(/^## /m).slice(2);
  const shown = sections.map((section) => section.split("\n")[0]!);
  assert.deepEqual(shown.sort(), [...new Set(titles)].sort());
  for (const section of sections) {
    assert.match(section, /^```sh( no-run)?\ncurl .+\n```$/m, section);
  }
  const theater = sections.find((section) => section.startsWith("theater\n"))!;
  assert.match(theater, /curl .*\/theater\?status=upcoming'/);
  assert.ok(sections.filter((section) => section.includes("**Answer, wrapped.**")).length > 25);

  const reference = page + text("/docs/reference/fields.md");
  const visit = (name: string, schema: Schema): void => {
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      const rows = new RegExp(`^\\| \`(\\S*[.\\]])?${field}\` \\| .+ \\| \\S.* \\|$`, "m");
      assert.match(reference, rows, `${name}.${field}`);
      assert.ok(reference.includes(property.description ?? ""), `${name}.${field}`);
      visit(name, property.items ?? property);
    }
  };
  for (const [name, schema] of Object.entries<Schema>(components.schemas)) {
    if (!name.endsWith("Error")) visit(name, schema);
  }
});

Deno.test("the licences of data, program and libraries are where people and programs look", () => {
  const infoOf = (licence?: string) =>
    JSON.parse(renderOpenApi({ ...source, site: { ...source.site, licence } })).info.license;
  const url = "https://spdx.org/licenses/CC-BY-4.0.html";
  assert.deepEqual(infoOf("CC-BY-4.0"), { name: "CC-BY-4.0", url });
  assert.equal(infoOf("our own").name, "our own");
  assert.equal(infoOf().name, "Ask the contact");
  const { licence, attribution } = source.site;
  const page = text("/docs/licence.md");
  const program = Deno.readTextFileSync("LICENSE");
  for (const part of [`[${licence}](https:`, `**${attribution}**`, program.trim()]) {
    assert.ok(page.includes(part), part);
  }
  // The build may read its own folder alone.
  assert.equal(Deno.readTextFileSync("build/addons/site/docs/program_licence.txt"), program);
  assert.ok(page.includes("(/assets/swagger-ui.txt)"));
  for (const name of ["Apache License", "SmartBear Software", "React"]) {
    assert.ok(text("/assets/swagger-ui.txt").includes(name), name);
  }
});
