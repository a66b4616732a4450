import { writeWhole } from "../../emit/write_file.ts";

/** Writes files whole, one after the other, and makes the folders they lie in. */
export function writeTexts(texts: ReadonlyMap<string, string>): void {
  const encoder = new TextEncoder();
  for (const [path, text] of texts) {
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    writeWhole(path, [encoder.encode(text)]);
  }
}
