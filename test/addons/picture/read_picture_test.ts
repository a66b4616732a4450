import assert from "node:assert/strict";
import { readExif } from "../../../build/addons/picture/exif.ts";
import { BrokenPictureError } from "../../../build/picture/picture.ts";
import { readPicture } from "../../../build/addons/picture/read_picture.ts";
import { seenSize } from "../../../build/picture/check_picture.ts";
import {
  bytesOf,
  lossless,
  lossy,
  makeJpeg,
  makeMovingWebp,
  makePng,
  makeWebp,
  SECRET,
} from "./picture_files.ts";

const text = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

const KINDS = [
  ["jpg", makeJpeg],
  ["png", makePng],
  ["webp", makeWebp],
  ["webp", (picture: Parameters<typeof makeWebp>[0]) => makeWebp(picture, lossless)],
] as const;

Deno.test("a phone's photo keeps how it is turned, and neither its place nor anything else", () => {
  for (const [type, make] of KINDS) {
    const bytes = make({ width: 40, height: 30, orientation: 6, hasPosition: true });
    assert.match(text(bytes), new RegExp(SECRET));
    const read = readPicture(bytes)!;
    assert.equal(read.type, type);
    assert.equal(read.hasPosition, true, type);
    assert.deepEqual(seenSize(read), { width: 30, height: 40 });
    assert.doesNotMatch(text(read.bare), new RegExp(`${SECRET}|GPS|video`), type);
    const again = readPicture(read.bare)!;
    assert.deepEqual(again, { ...read, hasPosition: false, bare: read.bare }, type);
  }
});

Deno.test("the block that is left says how a picture is turned, and nothing else", () => {
  const { bare } = readPicture(makeJpeg({ orientation: 8, hasPosition: true }))!;
  const at = text(bare).indexOf("Exif\0\0") + 6;
  assert.deepEqual(readExif(bare.subarray(at)), { orientation: 8, hasPosition: false });
  assert.equal(new DataView(bare.buffer, at).getUint16(8), 1, "entries");
});

Deno.test("pixels and colours stay as they are", () => {
  const { bare } = readPicture(makeJpeg({ orientation: 1, seed: 77 }))!;
  assert.match(text(bare), /ICC_PROFILE/);
  assert.deepEqual(bare, readPicture(makeJpeg({ seed: 77 }))!.bare);
  for (const make of [makeJpeg, makePng, makeWebp]) {
    const plain = make({ seed: 9 });
    assert.deepEqual(readPicture(plain)!.bare, plain);
  }
});

Deno.test("each kind says its size, its first frame that of a picture that moves", () => {
  for (const [type, make] of KINDS) {
    const { width, height } = readPicture(make({ width: 321, height: 123 }))!;
    assert.deepEqual([width, height], [321, 123], type);
  }
  assert.equal(readPicture(makeMovingWebp())!.isMoving, true);
});

Deno.test("a picture that ends early is cut off, wherever it ends", () => {
  for (const [type, make] of KINDS) {
    const bytes = make({ orientation: 3 });
    for (let length = 16; length < bytes.length; length++) {
      assert.throws(
        () => readPicture(bytes.subarray(0, length)),
        BrokenPictureError,
        `${type} of ${length} of ${bytes.length} bytes`,
      );
    }
  }
});

Deno.test("a hundred random pictures are read as they were made, and bared once for ever", () => {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  let state = seed;
  const next = (limit: number) => {
    state = Math.imul(state ^ state >>> 15, 0x2c1b3c6d) + 0x9e3779b9 >>> 0;
    return state % limit;
  };
  for (let place = 0; place < 100; place++) {
    const [, make] = KINDS[next(KINDS.length)]!;
    const picture = {
      width: 1 + next(60),
      height: 1 + next(60),
      seed: next(100),
      ...(next(2) === 0 && { orientation: 1 + next(8), hasPosition: next(2) === 0 }),
    };
    const said = `${JSON.stringify(picture)} of seed ${seed}`;
    const read = readPicture(make(picture))!;
    assert.deepEqual([read.width, read.height], [picture.width, picture.height], said);
    assert.equal(read.orientation, picture.orientation ?? 1, said);
    assert.equal(read.hasPosition, picture.hasPosition ?? false, said);
    assert.deepEqual(readPicture(read.bare)!.bare, read.bare, said);
  }
});

Deno.test("random damage makes no picture into an error of another kind", () => {
  const bytes = [makeJpeg, makePng, makeWebp].map((make) =>
    make({ orientation: 6, hasPosition: true })
  );
  for (const whole of bytes) {
    for (let at = 0; at < whole.length; at++) {
      for (const value of [0, 255, whole[at]! ^ 1]) {
        const damaged = whole.slice();
        damaged[at] = value;
        try {
          readPicture(damaged);
        } catch (error) {
          assert.ok(error instanceof BrokenPictureError, `${at}: ${error}`);
        }
      }
    }
  }
});

Deno.test("an EXIF block that leads out of itself says nothing", () => {
  assert.deepEqual(readExif(bytesOf("II*\0", 255, 255, 0, 0)), {
    orientation: 1,
    hasPosition: false,
  });
  assert.deepEqual(readExif(new Uint8Array(3)), { orientation: 1, hasPosition: false });
  assert.equal(lossy({}).length % 2, 0);
});
