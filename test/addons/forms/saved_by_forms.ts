import { parse } from "yaml";
import {
  type FormatRegistry,
  registerContentFormats,
} from "../../../build/addons/forms/content_formats.ts";
import { fieldOrders } from "../../../build/addons/forms/form_collection.ts";
import { splitFrontMatter } from "../../../build/read/front_matter.ts";

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
export function saveAll(from: string, to: string): number {
  Deno.mkdirSync(to, { recursive: true });
  let saved = 0;
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) saved += saveAll(`${from}/${name}`, `${to}/${name}`);
    else if (/\.(?:png|jpg|webp)$/.test(name)) {
      Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
    } else {
      const text = Deno.readTextFileSync(`${from}/${name}`);
      Deno.writeTextFileSync(`${to}/${name}`, savedText(name, text));
      saved++;
    }
  }
  return saved;
}

function savedText(name: string, text: string): string {
  const formats = formatsOfPage();
  if (name.endsWith(".yaml")) return formats["yaml"]!(parse(text));
  const parts = name.endsWith(".md") ? splitFrontMatter(text) : undefined;
  if (parts === undefined || "message" in parts) return text;
  const body = parts.body.replace(/^\r?\n/, "");
  return formats["yaml-frontmatter"]!({ ...parse(parts.yaml), body });
}
