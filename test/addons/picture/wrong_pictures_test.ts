import assert from "node:assert/strict";
import { compile } from "../../../build/compile.ts";
import type { Diagnostic } from "../../../build/diagnostic/diagnostic.ts";
import { pngChunk } from "../../../build/addons/picture/parts.ts";
import { wordsOf } from "../../../build/words/say.ts";
import { writeTree } from "../../build/content_tree.ts";
import { bytesOf, makeJpeg, makeMovingWebp, makePng, makeWebp } from "./picture_files.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const png = makePng();
const jpeg = makeJpeg();
const webp = makeWebp();
const cut = (bytes: Uint8Array, by: number) => bytes.slice(0, bytes.length - by);
const changed = (bytes: Uint8Array, at: number, value: number) => bytes.with(at, value);
const moving = bytesOf(png.subarray(0, 33), pngChunk("acTL", new Uint8Array(8)), png.subarray(33));

/** Files that are not what their names say, and what is said of them. */
const WRONG: readonly (readonly [name: string, bytes: Uint8Array | string, message: RegExp])[] = [
  ["a.jpg", png, /ends in \.jpg, and it is a PNG/],
  ["a.jpg", webp, /ends in \.jpg, and it is a WebP/],
  ["a.png", jpeg, /ends in \.png, and it is a JPEG/],
  ["a.png", webp, /it is a WebP/],
  ["a.webp", png, /it is a PNG/],
  ["a.webp", jpeg, /it is a JPEG/],
  ["a.jpg", "GIF89a…", /its format is GIF;/],
  ["a.jpg", "\0\0\0\x18ftypheic\0\0", /its format is HEIC;/],
  ["a.webp", "\0\0\0\x18ftypavif\0\0", /its format is AVIF;/],
  ["a.png", "<svg xmlns='http://www.w3.org/2000/svg'/>", /its format is SVG;/],
  ["a.png", "<?xml version='1.0'?>\n<svg/>", /its format is SVG;/],
  ["a.jpg", "<!DOCTYPE html><title>404</title>", /its format is HTML;/],
  ["a.jpg", "<html><body>Sign in</body></html>", /its format is HTML;/],
  ["a.jpg", "version https://git-lfs.github.com/spec/v1\n", /it is in Git LFS/],
  ["a.jpg", "", /the file is empty/],
  ["a.jpg", "halo", /it is no picture/],
  ["a.png", "\x89PNG", /it is no picture/],
  ["a.jpg", cut(jpeg, 1), /its end is missing/],
  ["a.jpg", jpeg.slice(0, 60), /its end is missing/],
  ["a.png", cut(png, 4), /its end is missing/],
  ["a.png", png.slice(0, 40), /its end is missing/],
  ["a.webp", cut(webp, 2), /its end is missing/],
  ["a.png", changed(png, 18, 9), /it is damaged/],
  ["a.png", changed(png, png.length - 5, 0), /it is damaged/],
  ["a.jpg", changed(jpeg, 20, 0), /it is damaged/],
  ["a.webp", changed(webp, 23, 0), /it is damaged/],
  ["a.webp", makeMovingWebp(), /it moves/],
  ["a.png", moving, /it moves/],
  ["a.png", makePng({ width: 4097, height: 1 }), /4097 × 1 pixels, and a side has at most 4096/],
  ["a.jpg", makeJpeg({ width: 12_000, height: 9 }), /12000 × 9 pixels/],
  ["a.jpg", bytesOf(jpeg, new Uint8Array(2 * 1024 * 1024)), /has 2\.0 MiB, and 2 MiB are the most/],
  ["a.gif", "GIF89a", /names of pictures end in \.jpg, \.png or \.webp/],
  ["a.heic", png, /names of pictures end in/],
  ["README", png, /names of pictures end in/],
  ["Nagi Foto.JPG", jpeg, /rename it to "nagi-foto\.jpg"/],
  ["nagi.jpeg", jpeg, /rename it to "nagi\.jpg"/],
  ["なぎ.png", png, /rename it to something such as/],
  ["deep/a.png", png, /pictures are in .*\/pictures itself/],
];

async function diagnosticsOf(
  name: string,
  bytes: Uint8Array | string,
): Promise<readonly Diagnostic[]> {
  await using folder = await temporaryFolder();
  const content = typeof bytes === "string" ? bytesOf(bytes) : bytes;
  writeTree(folder.path, { [`groupa/pictures/${name}`]: content });
  return compile(folder.path).diagnostics;
}

Deno.test("a picture that is not what its name says is refused with its remedy", async () => {
  for (const [name, bytes, message] of WRONG) {
    const [one, ...others] = await diagnosticsOf(name, bytes);
    assert.deepEqual([one?.severity, others], ["error", []], message.source);
    assert.match(wordsOf(one!.message), message);
  }
});

Deno.test("a field that names no picture says which one is nearly called so", async () => {
  await using folder = await temporaryFolder();
  writeTree(folder.path, {
    "groupa/pictures/aya.png": png,
    "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nimg: pictures/aia.png\n",
    "groupa/news/2026-01-03-jadwal.md":
      "---\ntitle: Jadwal\ndate: 2026-01-03\nimage: pictures/AYA.PNG\n---\n\n![x](pictures/none.png)\n",
    "groupb/group.yaml": "name: B\nfamily: bare\nimage: pictures/logo.png\n",
  });
  const messages = compile(folder.path).diagnostics.map(({ place, message }) =>
    `${place.file.slice(folder.path.length + 1)}:${place.line}:${place.column} ${wordsOf(message)}`
  );
  assert.deepEqual(messages.sort(), [
    'groupa/members/aya-putri.yaml:3:6 Cannot find the picture "aia.png" in the folder pictures. Did you mean "aya.png"?',
    'groupa/news/2026-01-03-jadwal.md:4:8 Cannot find the picture "AYA.PNG" in the folder pictures. Did you mean "aya.png"?',
    'groupa/news/2026-01-03-jadwal.md:7:6 Cannot find the picture "none.png" in the folder pictures',
    'groupb/group.yaml:3:8 Cannot find the picture "logo.png" in the folder pictures; put the picture into the folder pictures beside group.yaml',
  ]);
});

Deno.test("a picture that cannot be used is reported once, and not as missing", async () => {
  await using folder = await temporaryFolder();
  writeTree(folder.path, {
    "groupa/pictures/aya.png": jpeg,
    "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nimg: pictures/aya.png\n",
  });
  assert.equal(compile(folder.path).diagnostics.length, 1);
});

Deno.test("all pictures of a group together have at most 64 MiB", async () => {
  await using folder = await temporaryFolder();
  // The end of a JPEG's data may have any bytes.
  const filler = new Uint8Array(2 * 1024 * 1024 - 2000).fill(7);
  const large = bytesOf(jpeg.subarray(0, -2)).length;
  const bytes = new Uint8Array(jpeg.length + filler.length);
  bytes.set(jpeg.subarray(0, large));
  bytes.set(filler, large);
  bytes.set(jpeg.subarray(large), large + filler.length);
  writeTree(folder.path);
  Deno.mkdirSync(`${folder.path}/groupa/pictures`);
  for (let place = 0; place < 33; place++) {
    Deno.writeFileSync(`${folder.path}/groupa/pictures/a${place}.jpg`, bytes);
  }
  const [one] = compile(folder.path).diagnostics;
  assert.match(wordsOf(one!.message), /together they have 66 MiB, and 64 MiB are the most/);
});
