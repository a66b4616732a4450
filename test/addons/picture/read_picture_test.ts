import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { pngChunk } from "../../../build/addons/picture/parts.ts";
import { readPicture } from "../../../build/addons/picture/read_picture.ts";
import { BrokenPictureError } from "../../../build/picture/picture.ts";
import {
  bytesOf,
  exifBlock,
  lossless,
  type MadePicture,
  makeJpeg,
  makeMovingWebp,
  makePng,
  makeWebp,
  SECRET,
  XMP,
} from "./picture_files.ts";

const text = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

const KINDS = [
  ["jpg", makeJpeg],
  ["png", makePng],
  ["webp", makeWebp],
  ["webp", (picture?: MadePicture) => makeWebp(picture, lossless)],
] as const;

Deno.test("a picture is read as it was made, and keeps pixels, colours and how it is turned alone", () => {
  const side = fc.integer({ min: 1, max: 60 });
  const said = fc.record({
    orientation: fc.integer({ min: 1, max: 8 }),
    hasPosition: fc.boolean(),
  });
  const picture = fc.tuple(side, side, fc.nat(99), fc.option(said, { nil: undefined }));
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), picture, ([type, make], [width, height, seed, said]) => {
      const plain = make({ width, height, seed });
      const read = readPicture(make({ width, height, seed, ...said }))!;
      const { orientation = 1, hasPosition = false } = said ?? {};
      const seen = orientation >= 5 ? [height, width] : [width, height];
      assert.deepEqual([read.type, read.width, read.height], [type, ...seen]);
      assert.deepEqual([read.hasPosition, read.isMoving], [hasPosition, false]);
      assert.doesNotMatch(text(read.bare), new RegExp(`${SECRET}|GPS|video`));
      assert.deepEqual(readPicture(read.bare), { ...read, hasPosition: false });
      if (said === undefined) assert.deepEqual(read.bare, plain);
      if (type === "jpg") assert.match(text(read.bare), /ICC_PROFILE/);
    }),
    { numRuns: 300 },
  );
  assert.equal(readPicture(makeMovingWebp())!.isMoving, true);
});

Deno.test("the block that is left says how a picture is turned, and nothing else", () => {
  const { bare } = readPicture(makeJpeg({ orientation: 8, hasPosition: true }))!;
  const block = bytesOf("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0\0\0\0\0");
  assert.ok(text(bare).startsWith(`\xff\xd8\xff\xe1\0\x22Exif\0\0${text(block)}\xff\xe0`));
});

Deno.test("a position in each sort of text of a PNG is seen, and taken out", () => {
  const exif = bytesOf("Exif\0\0", exifBlock({ orientation: 6, hasPosition: true }));
  const raw = `\nexif\n${String(exif.length).padStart(8)}\n${
    Buffer.from(exif).toString("hex").replaceAll(/.{72}/g, "$&\n")
  }\n`;
  const packed = (text: string) => deflateSync(bytesOf(text));
  const bomb = deflateSync(Buffer.alloc(9_000_000, XMP));
  for (
    const [hasPosition, name, ...body] of [
      [true, "iTXt", "XML:com.adobe.xmp\0\x01\0en\0\0", packed(XMP)],
      [true, "zTXt", "Comment\0\0", packed(XMP)],
      [true, "zTXt", "Comment\0\0", packed(XMP + " ".repeat(20_000))],
      [true, "zTXt", "Raw profile type exif\0\0", packed(raw)],
      [true, "tEXt", `Raw profile type exif\0${raw}`],
      [true, "tEXt", "exif:GPSLatitude\0", "6,12S"],
      [false, "zTXt", "Comment\0\0", packed(SECRET)],
      [false, "zTXt", "Comment\0\0", packed(XMP).subarray(0, 9)],
      [false, "zTXt", "Comment\0\0", bomb],
    ] as const
  ) {
    const plain = makePng();
    const chunk = pngChunk(name, bytesOf(...body));
    const read = readPicture(bytesOf(plain.subarray(0, 33), chunk, plain.subarray(33)))!;
    assert.deepEqual([read.hasPosition, read.width, read.bare], [hasPosition, 8, plain]);
  }
});

Deno.test("bytes that end early, or are damaged, are refused or read, and throw nothing else", () => {
  for (const [type, make] of KINDS) {
    const cut = make({ orientation: 3 });
    for (let end = 16; end < cut.length; end++) {
      assert.throws(() => readPicture(cut.subarray(0, end)), BrokenPictureError, `${type} ${end}`);
    }
    const whole = make({ orientation: 6, hasPosition: true });
    for (let at = 0; at < whole.length; at++) {
      for (const value of [0, 255, whole[at]! ^ 1]) {
        try {
          readPicture(whole.with(at, value));
        } catch (error) {
          assert.ok(error instanceof BrokenPictureError, `${type} ${at}: ${error}`);
        }
      }
    }
  }
  // An EXIF block that leads out of itself.
  const lost = bytesOf("\xff\xd8\xff\xe1\0\x10Exif\0\0II*\0\xff\xff\0\0", makeJpeg().subarray(2));
  assert.equal(readPicture(lost)!.hasPosition, false);
});
