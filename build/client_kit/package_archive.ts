import { gzipSync } from "node:zlib";

/** The blocks of an archive, in bytes. */
const BLOCK = 512;

const encoder = new TextEncoder();

/**
 * An archive of files as npm takes packages: POSIX tar (ustar, IEEE 1003.1), gzipped. Equal files, equal
 * bytes: it has no times.
 */
export function packageArchive(files: ReadonlyMap<string, string>): Uint8Array {
  const parts = [...files].flatMap(([name, text]) => {
    const body = encoder.encode(text);
    const padding = new Uint8Array((BLOCK - body.length % BLOCK) % BLOCK);
    return [header(`package/${name}`, body.length), body, padding];
  });
  const whole = new Uint8Array(
    parts.reduce((length, part) => length + part.length, 0) + 2 * BLOCK,
  );
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(gzipSync(whole, { level: 9 }));
}

/** The place of the checksum, which counts as spaces while it is made. */
const CHECKSUM = 148;

function header(name: string, size: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => block.set(encoder.encode(text), at);
  put(0, name);
  put(100, octal(0o644, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(size, 11));
  put(136, octal(0, 11));
  put(CHECKSUM, " ".repeat(8));
  put(156, "0");
  put(257, "ustar\u000000");
  put(CHECKSUM, `${octal(block.reduce((sum, byte) => sum + byte, 0), 6)}\0 `);
  return block;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}
