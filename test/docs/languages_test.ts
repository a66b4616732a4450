import assert from "node:assert/strict";
import { documents } from "../../build/site/docs/pages.ts";
import { markdown } from "../../build/site/docs/read_doc.ts";
import { shippedSite } from "../support/shipped_site.ts";

const PAGES = new Map(
  documents(shippedSite()).filter(({ path }) => path.endsWith(".md"))
    .map(({ path, body }) => [path, String(body)]),
);

/** The addresses of a page in Indonesian and of the same in English. */
const PAIRS = [...PAGES.keys()].filter((path) => /^\/docs\/id[./]/.test(path)).map((path) =>
  [path, path === "/docs/id.md" ? "/docs/index.md" : path.replace("/docs/id/", "/docs/")] as const
);

/** The pages whose code has words for people, which are translated too. */
const WORDS_IN_CODE = ["/docs/id/editing.md", "/docs/id/own-service.md"];

/** What a page is made of, in the order of the page. */
function shapeOf(text: string) {
  const tokens = markdown.parse(text, {});
  const inline = tokens.flatMap(({ children }) => children ?? []);
  return {
    blocks: tokens.filter(({ type }) => /^(heading|tr|list_item)_open$|^fence$/.test(type))
      .map(({ type, tag, info }) => `${type} ${tag} ${info}`),
    pictures: inline.filter(({ type }) => type === "image").length,
    code: tokens.filter(({ type }) => type === "fence").map(({ content }) => content),
    names: new Set(
      inline.filter(({ type, content }) => type === "code_inline" && isName(content))
        .map(({ content }) => content),
    ),
  };
}

/** Whether code in a sentence is the name of something in the program, which no language changes. */
function isName(code: string): boolean {
  return /^(--|\/)?[A-Za-z_][\w.\/{}-]*=?$/.test(code) && !/\.(yaml|md)$/.test(code);
}

Deno.test("what is to be the same in two languages is seen", () => {
  const shape = shapeOf(
    "# A\n\n- `name` and `a b`, `/v1/key`\n\n| `x=` |\n| --- |\n\n```sh\nls\n```\n",
  );
  assert.deepEqual(shape, {
    blocks: ["heading_open h1 ", "list_item_open li ", "tr_open tr ", "fence code sh"],
    pictures: 0,
    code: ["ls\n"],
    names: new Set(["name", "/v1/key", "x="]),
  });
});

Deno.test("ten pages are in Indonesian", () => {
  const names = ["credentials", "limits", "calendars", "errors", "events", "search", "editing"];
  const wanted = [...names, "forms", "own-service"].map((name) => `/docs/id/${name}.md`);
  assert.deepEqual(["/docs/id.md", ...wanted].filter((path) => !PAGES.has(path)), []);
});

for (const [path, inEnglish] of PAIRS) {
  Deno.test(`${path} has every heading, row, entry, example and name of ${inEnglish}`, () => {
    const [own, english] = [path, inEnglish].map((one) => shapeOf(PAGES.get(one)!));
    assert.deepEqual(own!.blocks, english!.blocks);
    assert.equal(own!.pictures, english!.pictures);
    if (!WORDS_IN_CODE.includes(path)) assert.deepEqual(own!.code, english!.code);
    assert.deepEqual([...english!.names.difference(own!.names)], []);
  });
}

Deno.test("a page in Indonesian leads to pages in Indonesian where there are some", () => {
  const lead = PAIRS.flatMap(([path, inEnglish]) =>
    [...PAGES.get(path)!.matchAll(/\]\((\/docs[^)#]*)/g)].map(([, to]) => [path, to!, inEnglish])
  );
  const translated = new Set(PAIRS.map(([, inEnglish]) => inEnglish));
  const english = lead.filter(([, to, inEnglish]) =>
    translated.has(`${to}.md`) && `${to}.md` !== inEnglish
  );
  assert.deepEqual(english, []);
});
