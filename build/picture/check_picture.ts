import { hash } from "node:crypto";
import { MEDIA_ROOT, PICTURE_HASH_LENGTH } from "../../src/model/picture.ts";
import { errorAt, type ReportDiagnostic, topOf, warningAt } from "../diagnostic/diagnostic.ts";
import { bytesOf } from "../read/read_file.ts";
import { exists } from "../read/there.ts";
import { type Message, phrase } from "../words/say.ts";
import {
  BrokenPictureError,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_SIDE,
  type Picture,
  type ReadPicture,
} from "./picture.ts";
import { pictureReader } from "./read_picture.ts";

/** Reads a picture and reports what is wrong with it; undefined if it cannot be used. */
export function checkPicture(
  path: string,
  group: string,
  report: ReportDiagnostic,
): Picture | undefined {
  const refuse = (message: Message) => void report(errorAt(topOf(path), message));
  const bytes = bytesOf(path, MAX_PICTURE_BYTES, refuse, (size) => {
    const megabytes = (size / 1024 / 1024).toFixed(1);
    return phrase`Cannot use this picture: it has ${megabytes} MiB, and 2 MiB are the most; save it smaller,
      1200 pixels on a side are plenty`;
  });
  const read = bytes && readWhole(bytes, path, report, refuse);
  if (read === undefined) return undefined;
  const { width, height, bare } = read;
  if (Math.max(width, height) > MAX_PICTURE_SIDE) {
    return refuse(
      phrase`Cannot use this picture: it has ${width} × ${height} pixels, and a side has at most
        ${MAX_PICTURE_SIDE}; save it smaller, 1200 pixels are plenty`,
    );
  }
  if (read.isMoving) {
    return refuse(phrase`Cannot use this picture: it moves; save one frame of it as a picture`);
  }
  if (read.hasPosition) {
    const message =
      phrase`This picture says where it was taken: answers leave that out, but the file here still has it;
        deno task check --fix takes it out`;
    report(warningAt(topOf(path), message, { bared: path }));
  }
  const name = path.slice(path.lastIndexOf("/") + 1);
  const digits = hash("sha256", bare, "hex").slice(0, PICTURE_HASH_LENGTH);
  const address = MEDIA_ROOT + group + "/" + name.replace(/(?=\.\w+$)/, `.${digits}`);
  return { name, path, address, length: bare.length, width, height };
}

function readWhole(
  bytes: Uint8Array,
  path: string,
  report: ReportDiagnostic,
  refuse: (message: Message) => undefined,
): ReadPicture | undefined {
  if (bytes.length === 0) {
    return refuse(phrase`Cannot use this picture: the file is empty; put it here again`);
  }
  try {
    const read = pictureReader?.(bytes);
    if (read === undefined) return refuse(notServed(bytes));
    const dot = path.lastIndexOf(".");
    if (path.slice(dot + 1) === read.type) return read;
    const to = `${path.slice(0, dot)}.${read.type}`;
    const message = phrase`Cannot use this picture: its name ends in ${
      path.slice(dot)
    }, and it is a ${TYPE_NAMES[read.type]};
        its name has to end in .${read.type}, here and where it is written`;
    report(errorAt(topOf(path), message, exists(to) ? undefined : { from: path, to }));
    return undefined;
  } catch (error) {
    if (!(error instanceof BrokenPictureError)) throw error;
    return refuse(
      error.isCutOff
        ? phrase`Cannot use this picture: its end is missing; put it here again`
        : phrase`Cannot use this picture: it is damaged; open it, and save it again`,
    );
  }
}

const TYPE_NAMES = { jpg: "JPEG", png: "PNG", webp: "WebP" };

/** Files that people take for pictures, by how they begin. */
const OTHERS: readonly (readonly [start: RegExp, name: string])[] = [
  [/^GIF8/, "GIF"],
  [/^[^]{4}ftypavi[fs]/, "AVIF"],
  [/^[^]{4}ftyp(?:hei|hev|mif1)/, "HEIC"],
  [/^version https:\/\/git-lfs/, "Git LFS"],
  [/^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^]*)?<svg/i, "SVG"],
  [/^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)/i, "HTML"],
];

function notServed(bytes: Uint8Array): Message {
  const start = String.fromCharCode(...bytes.subarray(0, 512));
  const kind = OTHERS.find(([known]) => known.test(start))?.[1];
  if (kind === "Git LFS") {
    return phrase`Cannot use this picture: it is in Git LFS, and only a note about it is here; commit
      the picture itself`;
  }
  return kind === undefined
    ? phrase`Cannot use this file: it is no picture; expected a JPEG, PNG or WebP`
    : phrase`Cannot use this file: its format is ${kind}; save it as a JPEG, PNG or WebP`;
}
