/** What builds are divided by: `plain_build.ts <content folder>` reads and parses its files, and keeps them. */
import markdownIt from "markdown-it";
import { parse } from "yaml";

const markdown = markdownIt({ html: true, linkify: true });
const parsed: unknown[] = [];

readFolder(Deno.args[0]!);

function readFolder(folder: string): void {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) readFolder(path);
    else if (name.endsWith(".yaml")) parsed.push(parse(Deno.readTextFileSync(path)));
    else if (name.endsWith(".md")) readArticle(Deno.readTextFileSync(path));
  }
}

function readArticle(text: string): void {
  const [, yaml = "", body = text] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
  parsed.push(parse(yaml), markdown.render(body));
}
