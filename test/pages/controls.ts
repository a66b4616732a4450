import type { Page } from "playwright-core";

/**
 * The controls of a page that cannot be told from what is around them, or whose words cannot be read, in
 * light and dark. A control without a ground and a border of its own is text alone, as a link is.
 */
export async function faintControls(page: Page): Promise<string[]> {
  const isDark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
  const [own, other] = isDark ? ["dark", "light"] as const : ["light", "dark"] as const;
  const faint: string[] = [];
  // The page is left in the colours that it had.
  for (const colorScheme of [other, own]) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(LOOK_AT_CONTROLS) as string[];
    faint.push(...found.map((control) => `${colorScheme}: ${control}`));
  }
  return faint;
}

/** Against what is around it, a boundary needs 3:1 and text 4.5:1 (WCAG 2.2, 1.4.11 and 1.4.3). */
const LOOK_AT_CONTROLS = `(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  // Lays colours over each other, the lowest first, in any form that CSS knows.
  const blend = (...colours) => {
    for (const colour of ["#fff", ...colours]) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const text = (rgb) => "rgb(" + rgb.join() + ")";
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((one) => one / 255)
      .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const isClear = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data[3] === 0;
  };
  const SIDES = ["Top", "Right", "Bottom", "Left"];
  const faint = [];
  const [x, y] = [scrollX, scrollY];
  // The browser itself draws boxes to tick.
  const controls = "button, select, textarea, a, input:not([type=checkbox], [type=radio], [type=hidden])";
  for (const one of document.querySelectorAll(controls)) {
    const style = getComputedStyle(one);
    const borders = SIDES.filter((side) =>
      parseFloat(style["border" + side + "Width"]) > 0
    ).map((side) => style["border" + side + "Color"]).filter((colour) => !isClear(colour));
    const isText = isClear(style.backgroundColor) && borders.length === 0;
    if (one.disabled || !one.checkVisibility() || one.localName === "a" && isText) continue;
    one.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = one.getBoundingClientRect();
    const stack = document.elementsFromPoint(left + width / 2, top + height / 2);
    // A link to skip by is outside of the window until it has the focus.
    if (!stack.includes(one)) continue;
    const below = stack.slice(stack.indexOf(one) + 1).reverse()
      .map((of) => getComputedStyle(of).backgroundColor);
    const around = blend(...below);
    const ground = blend(...below, style.backgroundColor);
    const edges = borders.map((colour) => blend(text(around), colour));
    const bounds = Math.max(...[ground, ...edges].map((rgb) => contrast(rgb, around)));
    const name = one.localName + " " + JSON.stringify(one.innerText || one.name || one.className);
    if (!isText && bounds < 3) faint.push(name + " is " + bounds.toFixed(1) + ":1 to what is around");
    const words = [style.color];
    if (one.placeholder) words.push(getComputedStyle(one, "::placeholder").color);
    for (const colour of words) {
      const of = contrast(blend(text(ground), colour), ground);
      if (of < 4.5) faint.push(name + " has text of " + of.toFixed(1) + ":1");
    }
  }
  scrollTo({ left: x, top: y, behavior: "instant" });
  return faint;
})()`;
