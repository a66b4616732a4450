import assert from "node:assert/strict";
import { brotliCompressSync } from "node:zlib";
import { shippedSite, siteFiles } from "../shipped_site.ts";

const FILES = new Map(siteFiles(shippedSite()).map((file) => [file.path, file]));

function text(path: string): string {
  return String(FILES.get(path)?.body);
}

type Searched = [path: string, name: string, lang: string, sections: [string, string, string][]];
const SEARCHED: Searched[] = JSON.parse(text("/docs/search.json"));

/** What a reader sees who types into the field of a page. */
interface Results {
  readonly links: readonly { readonly href: string; readonly text: string }[];
  /** The bold words of the excerpts. */
  readonly bold: readonly string[];
  readonly excerpts: readonly string[];
  /** In place of results. */
  readonly said: string;
  readonly isListHidden: boolean;
}

class Element {
  textContent = "";
  className = "";
  href = "";
  lang = "";
  hidden = false;
  value = "";
  dataset: Record<string, string> = {};
  children: (Element | string)[] = [];
  readonly listeners = new Map<string, (event: unknown) => unknown>();
  constructor(readonly tag: string) {}
  append(...more: (Element | string)[]) {
    this.children.push(...more);
  }
  replaceChildren(...more: (Element | string)[]) {
    this.children = more;
  }
  get text(): string {
    return this.children.map((child) => typeof child === "string" ? child : child.textContent)
      .join("");
  }
  addEventListener(type: string, listener: (event: unknown) => unknown) {
    this.listeners.set(type, listener);
  }
  querySelector(tag: string): Element | undefined {
    return this.all(tag)[0];
  }
  all(tag: string): Element[] {
    const inner = this.children.filter((child) => child instanceof Element);
    return inner.flatMap((child) => [...(child.tag === tag ? [child] : []), ...child.all(tag)]);
  }
}

/** A page with the script of the documents; `answer` is what the server says. */
function openPage(lang: string, answer: () => Response = () => new Response(text(INDEX))) {
  const [field, pages, found] = [new Element("input"), new Element("div"), new Element("div")];
  field.dataset = { text: INDEX };
  found.dataset = { empty: "No page has “{}”.", failed: "Not fetched." };
  const parts: Record<string, Element> = {
    "input[data-text]": field,
    "[data-pages]": pages,
    "[data-found]": found,
  };
  const asked: string[] = [];
  const document = {
    documentElement: { lang },
    querySelector: (form: string) => parts[form],
    createElement: (tag: string) => new Element(tag),
  };
  const fetch = (path: string) => (asked.push(path), Promise.resolve(answer()));
  new Function("document", "fetch", text("/assets/docs_search.js"))(document, fetch);
  const type = async (words: string): Promise<Results> => {
    field.value = words;
    await field.listeners.get("input")!({});
    return {
      links: found.all("a").map(({ href, textContent }) => ({ href, text: textContent })),
      bold: found.all("b").map(({ textContent }) => textContent.toLowerCase()),
      excerpts: found.all("div").filter(({ className }) => className === "small")
        .map((line) => line.text),
      said: found.all("div").map(({ textContent }) => textContent).join(""),
      isListHidden: pages.hidden,
    };
  };
  return { type, asked };
}

const INDEX = "/docs/search.json";

Deno.test("the text to search has every page and heading, each with an address that is there", () => {
  const pages = [...FILES.keys()].filter((path) =>
    path.startsWith("/docs") && path.endsWith(".md")
  );
  assert.equal(SEARCHED.length, pages.length);
  for (const [path, , , sections] of SEARCHED) {
    const page = text(path);
    const anchors = [...page.matchAll(/<h[2-6] id="([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(sections.map(([id]) => id).filter(Boolean), anchors, path);
  }
  const size = brotliCompressSync(text(INDEX)).length;
  assert.ok(size < 115_000, `${size} bytes in br`);
});

Deno.test("words of the text are found, not those of headings alone", async () => {
  const { type, asked } = openPage("en");
  const firstOf = async (words: string) => (await type(words)).links[0]?.href;
  for (const word of ["whitelist", "429", "retry", "discord", "ETag", "seitansai"]) {
    const { links, said } = await type(word);
    assert.ok(links.length > 0 && said === "", word);
  }
  assert.equal(await firstOf("feed token"), "/docs/credentials#what-is-a-feed-token");
  assert.equal(await firstOf("perpage link header"), "/docs/lists#how-do-i-ask-for-a-page");
  const { links } = await type("last-event-id");
  assert.ok(links.some(({ href }) => href === "/docs/events#how-do-i-get-events-at-once"));
  assert.deepEqual(asked, [INDEX], "the text is fetched once");
});

Deno.test("results show the words they have, and take the place of the list", async () => {
  const { type } = openPage("en");
  const { bold, isListHidden, links } = await type("whitelist");
  assert.ok(isListHidden && links.length > 0);
  assert.ok(bold.every((word) => word === "whitelist") && bold.length > 0);
  const none = await type("");
  assert.deepEqual(none, { links: [], bold: [], excerpts: [], said: "", isListHidden: false });
});

Deno.test("pages are found in the reader's language, in another one only where that has nothing", async () => {
  const [english, indonesian] = [openPage("en"), openPage("id")];
  const pathsOf = async (page: typeof english, words: string) =>
    (await page.type(words)).links.map(({ href }) => href);
  for (const words of ["setlist", "discord", "whitelist", "python"]) {
    const paths = await pathsOf(english, words);
    assert.ok(paths.length > 0 && paths.every((path) => !path.startsWith("/docs/id")), words);
  }
  for (const words of ["setlist", "kunci"]) {
    const paths = await pathsOf(indonesian, words);
    assert.ok(paths.length > 0 && paths.every((path) => path.startsWith("/docs/id")), words);
  }
  assert.match((await pathsOf(indonesian, "OpenTelemetry"))[0]!, /^\/docs\/watching#opentelemetry/);
});

Deno.test("what callers ask by a word of the trade leads to its section", async () => {
  const { type } = openPage("en");
  const best = async (words: string) =>
    (await type(words)).links.slice(0, 5).map(({ href }) => href);
  const MEANT = {
    CORS: "/docs/browsers#may-i-call-the-rest-from-a-web-page",
    pagination: "/docs/lists",
    whitelist: "/docs/credentials#which-endpoints-check-my-ip-address",
  };
  for (const [words, section] of Object.entries(MEANT)) {
    assert.ok((await best(words)).includes(section), `${words}: ${await best(words)}`);
  }
});

Deno.test("an excerpt begins and ends with whole words", async () => {
  const words = new Set(
    SEARCHED.flatMap(([, , , parts]) => parts.flatMap(([, , whole]) => whole.split(" "))),
  );
  const { type } = openPage("en");
  for (const typed of ["live.ended", "whitelist", "quota"]) {
    const { excerpts } = await type(typed);
    assert.ok(excerpts.length > 0);
    for (const excerpt of excerpts) {
      const shown = excerpt.split(" ");
      assert.ok(words.has(shown[0]!) && words.has(shown.at(-1)!), excerpt);
    }
  }
});

Deno.test("what no page has is said, with what was typed; so is a text that does not come", async () => {
  const { type } = openPage("en");
  assert.equal((await type("xylophone$&")).said, "No page has “xylophone$&”.");
  let isUp = false;
  const later = openPage(
    "en",
    () => new Response(isUp ? text(INDEX) : "", { status: isUp ? 200 : 503 }),
  );
  assert.equal((await later.type("quota")).said, "Not fetched.");
  isUp = true;
  assert.ok((await later.type("quota")).links.length > 0, "it is asked for again");
});
