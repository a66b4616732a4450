import assert from "node:assert/strict";
import { assets } from "../../build/site/assets.ts";

const asset = assets().find(({ path }) => path === "/assets/style.css")!;
const served = asset.body as string;

Deno.test("the one stylesheet of all pages has at most 8 KB", () => {
  const size = new TextEncoder().encode(served).length;
  assert.ok(size <= 8 * 1024, `${size} bytes`);
});

Deno.test("the stylesheet that is served says what the one in the repository says", () => {
  const written = Deno.readTextFileSync(new URL("../../src/page/style.css", import.meta.url));
  const bare = (css: string) => css.replaceAll(/\s+/g, "");
  assert.equal(bare(served), bare(written));
  assert.doesNotMatch(served, /\n/);
  // Where a space tells two words apart it is kept.
  assert.match(served, /\.docs > nav/);
  assert.match(served, /@media \(max-width:639px\)/);
});
