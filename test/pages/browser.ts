import axe from "axe-core/axe.min.js" with { type: "text" };
import { faintControls } from "./controls.ts";
import { type Browser, chromium, type Page } from "playwright-core";

/** How a page is looked at. */
export interface Look {
  /** CSS px. */
  readonly width: number;
  readonly scheme: "light" | "dark";
}

export const LOOKS: readonly Look[] = [360, 1280].flatMap((width) =>
  (["light", "dark"] as const).map((scheme) => ({ width, scheme }))
);

/** Where pictures of the pages are put, for those who want to look at them. */
export const PICTURES = Deno.env.get("PICTURES_DIR");

/** Ways to look: what axe and the width find depends on colours and on width, not on both together. */
export const SEEN: readonly Look[] = PICTURES === undefined ? [LOOKS[0]!, LOOKS[3]!] : LOOKS;

/** The one or the other, by the place of a page in a list; all ways for pictures. */
export function seenAt(place: number): readonly Look[] {
  return PICTURES === undefined ? [SEEN[place % 2]!] : SEEN;
}

/** axe passes over what is folded away. */
export const UNFOLD = "for (const part of document.querySelectorAll('details')) part.open = true";

/** What a page said and asked for while it was looked at. */
export interface Seen {
  readonly page: Page;
  /** Messages of the console, and errors that nobody caught. */
  readonly messages: string[];
  /** Requests to another host; pictures that content names are not counted. */
  readonly outside: string[];
}

const PROGRAM = Deno.env.get("CHROMIUM_BIN") ?? "/usr/bin/chromium";

/** Starts Chromium; nothing is loaded from the network but this machine's own servers. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: PROGRAM, args: ["--no-sandbox"] });
}

/** A page of the browser, and how it goes to an address. */
interface Opened {
  readonly seen: Seen;
  /** Resolves when the page is quiet. */
  goTo(url: string): Promise<Seen>;
  /** Goes from the page that is open to one that is empty. */
  leave(): Promise<void>;
}

/** Opens a page where no other was open, and waits until it is quiet. */
export async function open(browser: Browser, url: string, look: Look): Promise<Seen> {
  return await (await prepare(browser, look)).goTo(url);
}

/** The pages of browsers that {@linkcode visit} goes on with, by look. */
const opened = new WeakMap<Browser, Map<string, Promise<Opened>>>();

/**
 * Opens a page where others of this look were open before, which takes a fourth of the time. It stays
 * open as long as its browser. A page that leaves something behind in the browser is not for this.
 */
export async function visit(browser: Browser, url: string, look: Look): Promise<Seen> {
  const ofBrowser = opened.get(browser) ?? new Map<string, Promise<Opened>>();
  opened.set(browser, ofBrowser);
  const name = `${look.width} ${look.scheme}`;
  const known = ofBrowser.get(name) ?? prepare(browser, look);
  ofBrowser.set(name, known);
  const { seen, goTo, leave } = await known;
  // What a page says while it is left is not of the next.
  await leave();
  seen.messages.length = seen.outside.length = 0;
  return await goTo(url);
}

/** A page in a context of its own, without a cache, that notes what is said and asked for. */
async function prepare(browser: Browser, look: Look): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 900 },
    colorScheme: look.scheme,
    // axe is put into the page, whose policy forbids it.
    bypassCSP: false,
  });
  const page = await context.newPage();
  const seen: Seen = { page, messages: [], outside: [] };
  let origin = "";
  page.on("console", (message) => seen.messages.push(message.text()));
  page.on("pageerror", (error) => seen.messages.push(String(error)));
  await page.route("**/*", (route) => {
    const request = route.request();
    const isOurs = request.url().startsWith(origin) || request.url().startsWith("data:");
    if (isOurs) return route.continue();
    if (request.resourceType() !== "image") seen.outside.push(request.url());
    return route.fulfill({ status: 200, contentType: "image/svg+xml", body: EMPTY_PICTURE });
  });
  return {
    seen,
    async goTo(url) {
      ({ origin } = new URL(url));
      await page.goto(url, { waitUntil: "networkidle" });
      return seen;
    },
    async leave() {
      await page.goto("about:blank");
    },
  };
}

const EMPTY_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="56" height="56"/>';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: string[]; readonly failureSummary: string }[];
}

/** What axe finds, of any weight: rule and place; and controls that are hard to see, in both colours. */
export async function findings(page: Page): Promise<string[]> {
  // Evaluated by the debugger's protocol, which the page's own policy does not bind.
  await page.evaluate(axe);
  const result = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  const ofAxe = (result as { violations: Violation[] }).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`)
  );
  return [...ofAxe, ...await faintControls(page)];
}

/** How far things have moved since the page was first painted (layout-instability). */
export function shift(page: Page): Promise<number> {
  return page.evaluate(`new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(sum), 100);
  })`) as Promise<number>;
}

/** The paths of the files that the page's first paint waits for, beside the page itself. */
export function paintBlockers(page: Page): Promise<string[]> {
  return page.evaluate(`performance.getEntriesByType("resource")
    .filter(({ renderBlockingStatus }) => renderBlockingStatus === "blocking")
    .map(({ name }) => new URL(name).pathname)`) as Promise<string[]>;
}

/** By how many px the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - innerWidth") as Promise<number>;
}
