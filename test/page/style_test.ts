import assert from "node:assert/strict";
import fc from "fast-check";
import { assets } from "../../build/emit/assets.ts";
import { accent, colourOf, contrast } from "../../build/schema/content/site.ts";

const styles = assets().filter(({ path }) => path.endsWith(".css"));
const served = styles.find(({ path }) => path === "/assets/style.css")!.body as string;

Deno.test("the one stylesheet of all pages has at most 12 KB", () => {
  assert.deepEqual(styles.map(({ path }) => path), ["/assets/style.css"]);
  const size = new TextEncoder().encode(served).length;
  assert.ok(size <= 12 * 1024, `${size} bytes`);
});

Deno.test("the stylesheet that is served says what the one in the repository says", () => {
  const written = Deno.readTextFileSync(new URL("../../src/page/style.css", import.meta.url))
    .replaceAll(/\/\*[^]*?\*\//g, "");
  const bare = (css: string) => css.replaceAll(/\s+/g, "").replaceAll(";}", "}");
  assert.equal(bare(served), bare(written));
  assert.doesNotMatch(served, /\n/);
  // Where a space tells two words apart it is kept.
  assert.match(served, /header nav\b/);
  assert.match(served, /@media \(max-width:639px\)/);
});

Deno.test("a site's own accent takes the place of both, paler on dark paper", () => {
  const style = assets("#003a8c").find(({ path }) => path === "/assets/style.css")!.body as string;
  const [, light, dark] = /--accent:light-dark\((#\w+),(#\w+)\)/.exec(style)!;
  assert.equal(light, "#003a8c");
  assert.ok(contrast(colourOf(dark!), colourOf(paperOf(style, "raised", 1))) >= 7, dark);
});

Deno.test("an accent is taken where it can be read on every light paper, else one that can is named", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
    const hex = `#${number.toString(16).padStart(6, "0")}`;
    const result = accent.safeParse(hex);
    if (!result.success) return assertReadable(/'(#\w+)' would do/.exec(result.error.message)![1]!);
    assertReadable(hex);
  }));
});

function assertReadable(hex: string): void {
  for (const name of ["paper", "raised"]) {
    assert.ok(contrast(colourOf(hex), colourOf(paperOf(served, name, 0))) >= 4.5, `${hex} ${name}`);
  }
  assert.equal(accent.safeParse(hex).success, true, hex);
}

/** A colour of the stylesheet: on light paper (`0`) or on dark (`1`), with six digits. */
function paperOf(style: string, name: string, scheme: 0 | 1): string {
  const colours = new RegExp(`--${name}:light-dark\\(#(\\w+),#(\\w+)\\)`).exec(style)!;
  const hex = colours[1 + scheme]!;
  return hex.length === 3 ? `#${hex.replaceAll(/./g, "$&$&")}` : `#${hex}`;
}
