import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** The hash of the content that the examples were made of, from the repository's root. */
export const EXAMPLES_CONTENT = "test/fixtures/examples_content.txt";

/** A hash over every file's name and text in the content folder, line ends aside. */
export function shippedContentHash(): string {
  const hash = createHash("sha256");
  for (const name of contentFiles()) {
    hash.update(`${name}\n${readFileSync(`content/${name}`, "utf8").replaceAll("\r\n", "\n")}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}

function contentFiles(): string[] {
  return readdirSync("content", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.replaceAll("\\", "/"))
    .map((path) => path.replace(/^content\//, ""))
    .filter((path) => !path.startsWith("schema/") && path !== "README.md")
    .sort();
}
