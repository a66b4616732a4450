import assert from "node:assert/strict";
import { brotliCompressSync } from "node:zlib";
import { shippedSite, siteFiles } from "../shipped_site.ts";

const FILES = new Map(siteFiles(shippedSite()).map((file) => [file.path, file]));
const INDEX = "/docs/search.json";

function text(path: string): string {
  return String(FILES.get(path)?.body);
}

type Searched = [path: string, name: string, lang: string, sections: [string, string, string][]];
const SEARCHED: Searched[] = JSON.parse(text(INDEX));

/** As much of an element of a page as the script of the search uses. */
class Element {
  textContent = "";
  className = "";
  href = "";
  hidden = false;
  value = "";
  dataset: Record<string, string> = {};
  children: (Element | string)[] = [];
  input: () => Promise<void> = () => Promise.resolve();
  constructor(readonly tag = "div") {}
  append(...more: (Element | string)[]) {
    this.children.push(...more);
  }
  replaceChildren(...more: (Element | string)[]) {
    this.children = more;
  }
  addEventListener(type: string, listener: () => Promise<void>) {
    if (type === "input") this.input = listener;
  }
  querySelector(tag: string) {
    return this.all(tag)[0];
  }
  get text(): string {
    return this.children.map((one) => typeof one === "string" ? one : one.textContent).join("");
  }
  all(tag: string): Element[] {
    const inner = this.children.filter((child) => child instanceof Element);
    return inner.flatMap((child) => [...(child.tag === tag ? [child] : []), ...child.all(tag)]);
  }
}

/** A page with the script of the documents; `answer` is what the server says. */
function openPage(lang: string, answer: () => Response = () => new Response(text(INDEX))) {
  const [field, pages, found] = [new Element("input"), new Element(), new Element()];
  field.dataset = { text: INDEX };
  found.dataset = { empty: "No page has “{}”.", failed: "Not fetched." };
  const parts = { "input[data-text]": field, "[data-pages]": pages, "[data-found]": found };
  const document = {
    documentElement: { lang },
    querySelector: (form: keyof typeof parts) => parts[form],
    createElement: (tag: string) => new Element(tag),
  };
  const asked: string[] = [];
  const fetch = (path: string) => (asked.push(path), Promise.resolve(answer()));
  new Function("document", "fetch", text("/assets/docs_search.js"))(document, fetch);
  const type = async (words: string) => {
    field.value = words;
    await field.input();
    return {
      hrefs: found.all("a").map(({ href }) => href),
      bold: found.all("b").map(({ textContent }) => textContent.toLowerCase()),
      excerpts: found.all("div").filter(({ className }) => className === "small")
        .map((line) => line.text),
      said: found.all("div").map(({ textContent }) => textContent).join(""),
      isListHidden: pages.hidden,
    };
  };
  return { type, asked };
}

Deno.test("the text to search has every page and heading, each with an address that is there", () => {
  const twins = [...FILES.keys()].filter((path) => /^\/docs.*\.md$/.test(path));
  assert.equal(SEARCHED.length, twins.length);
  for (const [path, , , sections] of SEARCHED) {
    const anchors = [...text(path).matchAll(/<h[2-6] id="([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(sections.map(([id]) => id).filter(Boolean), anchors, path);
  }
  const size = brotliCompressSync(text(INDEX)).length;
  assert.ok(size < 115_000, `${size} bytes in br`);
});

Deno.test("what callers ask, by words of the text and of the trade, leads to its section", async () => {
  const { type, asked } = openPage("en");
  const MEANT = {
    CORS: "/docs/browsers#may-i-call-the-rest-from-a-web-page",
    pagination: "/docs/lists",
    whitelist: "/docs/credentials#which-endpoints-check-my-ip-address",
    "feed token": "/docs/credentials#what-is-a-feed-token",
    "perpage link header": "/docs/lists#how-do-i-ask-for-a-page",
    "last-event-id": "/docs/events#how-do-i-get-events-at-once",
    "X-Ignored": "/docs/lists#what-if-a-parameter-is-unknown-or-wrong",
    RateLimit: "/docs/limits#how-much-is-left",
    "429": "/docs/limits#what-does-a-429-tell-me",
    NOT_FOUND: "/docs/errors#NOT_FOUND",
    "unknown parameter": "/docs/lists#what-if-a-parameter-is-unknown-or-wrong",
    "live in all groups": "/docs/live#who-is-on-air-in-all-groups",
  };
  for (const [words, section] of Object.entries(MEANT)) {
    const { hrefs, said } = await type(words);
    assert.equal(said, "");
    assert.ok(hrefs.slice(0, 5).includes(section), `${words}: ${hrefs.slice(0, 5)}`);
  }
  assert.deepEqual(asked, [INDEX], "the text is fetched once");
});

Deno.test("pages are found in the reader's language, in another one only where that has nothing", async () => {
  const [english, indonesian] = [openPage("en"), openPage("id")];
  for (const words of ["setlist", "discord", "whitelist", "python"]) {
    const { hrefs } = await english.type(words);
    assert.ok(hrefs.length > 0 && hrefs.every((href) => !href.startsWith("/docs/id")), words);
  }
  for (const words of ["setlist", "kunci"]) {
    const { hrefs } = await indonesian.type(words);
    assert.ok(hrefs.length > 0 && hrefs.every((href) => href.startsWith("/docs/id")), words);
  }
  assert.match((await indonesian.type("OpenTelemetry")).hrefs[0]!, /^\/docs\/watching#/);
});
