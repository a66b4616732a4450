import type { Page } from "playwright-core";

/** What the Tab key came to. */
export interface Stop {
  /** The element's address, for links; else the name of its tag. */
  readonly name: string;
  readonly className: string;
  /** Whether the focus can be seen: an outline around what lies within the page. */
  readonly isSeen: boolean;
}

/** What has the focus; undefined: nothing on the page. */
const FOCUSED = `(() => {
  const of = document.activeElement;
  if (of === null || of === document.body) return undefined;
  const { outlineStyle, outlineWidth } = getComputedStyle(of);
  const { right, bottom } = of.getBoundingClientRect();
  return {
    name: of.getAttribute("href") ?? of.localName,
    className: of.className,
    isSeen: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && right > 0 && bottom > 0,
  };
})()`;

/** Goes through the page with the Tab key alone, from its start until it is left. */
export async function tabThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  // A smooth scroll to the element would still be under way.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (;;) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(FOCUSED) as Stop | undefined;
    // A short page may begin again at once.
    if (stop === undefined || (stop.className === "skip" && stops.length > 0)) return stops;
    stops.push(stop);
  }
}

/** The addresses of all links that are not folded away, in their order. */
export function shownLinks(page: Page): Promise<string[]> {
  return page.evaluate(
    `[...document.querySelectorAll("a[href]")].filter((link) => link.checkVisibility())
      .map((link) => link.getAttribute("href"))`,
  ) as Promise<string[]>;
}
