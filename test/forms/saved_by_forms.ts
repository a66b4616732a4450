import { parse, stringify } from "yaml";
import { type FormatRegistry, registerContentFormats } from "../../build/forms/content_formats.ts";
import { fieldOrders } from "../../build/forms/form_collection.ts";
import { splitFrontMatter } from "../../build/read/front_matter.ts";

/** How a program of forms writes a file's fields, and an article below them. */
export interface FormsSaving {
  readonly yaml: (value: unknown) => string;
  readonly article: (fields: string, body: string) => string;
}

/** The options with which each program writes YAML, by its source. */
export const SAVINGS: Readonly<Record<string, FormsSaving>> = {
  // Pages CMS 2.1: all options as the library has them.
  "Pages CMS": {
    yaml: (value) => stringify(value),
    article: (fields, body) => `---\n${fields.trim()}\n---\n${body.replace(/^\r?\n/, "")}`,
  },
  // Sveltia CMS: by what the page registers.
  "Sveltia CMS": {
    yaml: (value) => formatsOfPage()["yaml"]!(value),
    article: (fields, body) =>
      formatsOfPage()["yaml-frontmatter"]!({ ...parse(fields), body: body.replace(/^\r?\n/, "") }),
  },
};

/** The formats that the page registers, made from the text that the page contains. */
export function formatsOfPage(): Record<string, (content: unknown) => string> {
  const found: Record<string, (content: unknown) => string> = {};
  const cms: FormatRegistry = {
    registerCustomFormat: (name, _, { toFile }) => {
      found[name] = (content) => toFile(content as never);
    },
  };
  new Function("CMS", "orders", `(${registerContentFormats})(CMS, orders)`)(cms, fieldOrders());
  return found;
}

/** Copies a content folder as if each file had been opened in a form and saved. */
export function saveAll(from: string, to: string, saving: FormsSaving): number {
  Deno.mkdirSync(to, { recursive: true });
  let saved = 0;
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) saved += saveAll(`${from}/${name}`, `${to}/${name}`, saving);
    else if (/\.(?:png|jpg|webp)$/.test(name)) {
      Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
    } else {
      const text = Deno.readTextFileSync(`${from}/${name}`);
      Deno.writeTextFileSync(`${to}/${name}`, savedText(name, text, saving));
      saved++;
    }
  }
  return saved;
}

function savedText(name: string, text: string, { yaml, article }: FormsSaving): string {
  if (name.endsWith(".yaml")) return yaml(parse(text));
  const parts = name.endsWith(".md") ? splitFrontMatter(text) : undefined;
  if (parts === undefined || "message" in parts) return text;
  return article(yaml(parse(parts.yaml)), parts.body);
}
