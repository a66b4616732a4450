import { errorAt, type Report } from "../diagnostic/diagnostic.ts";
import { splitFrontMatter } from "./front_matter.ts";
import type { Source } from "./source.ts";
import { parseYaml } from "./yaml.ts";

/** Reads one content file; undefined where it is broken, which is reported. */
export function readFile(path: string, report: Report): Source | undefined {
  const text = Deno.readTextFileSync(path);
  const slug = path.slice(path.lastIndexOf("/") + 1).replace(/\.(yaml|md)$/, "");
  return path.endsWith(".md")
    ? readMarkdown(path, slug, text, report)
    : readYaml(path, slug, text, report);
}

function readYaml(file: string, slug: string, text: string, report: Report): Source | undefined {
  const parsed = parseYaml(text.replace(/^\uFEFF/, ""), { file, firstLine: 1 }, report);
  return parsed && { ...parsed, file, slug, body: "" };
}

function readMarkdown(
  file: string,
  slug: string,
  text: string,
  report: Report,
): Source | undefined {
  const parts = splitFrontMatter(text);
  if (parts === undefined) {
    const place = { file, line: 1, column: 1 };
    report(
      errorAt(place, "Cannot find the title and date: expected them between two lines of ---"),
    );
    return undefined;
  }
  const parsed = parseYaml(parts.yaml, { file, firstLine: parts.firstLine }, report);
  return parsed && { ...parsed, file, slug, body: parts.body };
}
