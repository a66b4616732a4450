import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** Where the recording lies, from the repository's root. */
export const RECORDING = "test/fixtures/recording.txt";

const CONTENT_LINE = /^\/\/ content: (\w+)$/m;

/** The lines that the recording begins with. */
export function recordingHead(): string {
  return `// What 3,000 requests are answered: status, first 16 hex digits of the body's SHA-256, headers.
// Whoever changes an answer on purpose runs "deno task record", looks at the difference of this file,
// and commits it together with the change. Whoever changes none finds it as it was.
// content: ${shippedContentHash()}
`;
}

/** Whether the recording was made of the content folder as it is. */
export function isOfContent(recording: string): boolean {
  return CONTENT_LINE.exec(recording)?.[1] === shippedContentHash();
}

/** A hash over every file's name and text in the content folder, line ends aside. */
function shippedContentHash(): string {
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
