import { parse, stringify } from "yaml";
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
  // Sveltia CMS: lines are not broken, and quotes are single ones.
  "Sveltia CMS": {
    yaml: (value) =>
      stringify(value, null, {
        indent: 2,
        indentSeq: true,
        lineWidth: 0,
        defaultKeyType: "PLAIN",
        defaultStringType: "PLAIN",
        singleQuote: true,
      }),
    article: (fields, body) => `---\n${fields.trim()}\n---\n\n${body.replace(/^\r?\n/, "")}`,
  },
};

/** Copies a content folder as if each file had been opened in a form and saved. */
export function saveAll(from: string, to: string, saving: FormsSaving): number {
  Deno.mkdirSync(to, { recursive: true });
  let saved = 0;
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) saved += saveAll(`${from}/${name}`, `${to}/${name}`, saving);
    else {
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
