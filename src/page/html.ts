/** Text that is HTML already and is not escaped again. */
export class Html {
  constructor(readonly text: string) {}
}

/** What a template takes: nothing is shown of `false`, `null` and `undefined`. */
export type HtmlValue = string | number | Html | false | null | undefined | readonly HtmlValue[];

/**
 * Makes HTML. Every value is escaped; a value that begins an `href` or `src` must be an address that
 * leads to no script, else it is left out.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0]!;
  for (const [index, value] of values.entries()) {
    text += isAddressPlace(strings[index]!) ? safeAddress(value) : render(value);
    text += strings[index + 1]!;
  }
  return new Html(text);
}

function isAddressPlace(before: string): boolean {
  return /\s(?:href|src|action|formaction|poster|srcset)=["']?$/i.test(before);
}

/** Other schemes may run a script: `javascript:`, `data:text/html`, and whatever comes next. */
const SAFE_ADDRESS = /^(?:(?:https?|mailto|webcal):|data:image\/(?:png|jpeg|gif|webp);|[/#?.])/i;

function safeAddress(value: HtmlValue): string {
  const text = value instanceof Html ? value.text : String(value ?? "");
  // Browsers drop tabs, newlines and leading control characters before they read the scheme.
  // deno-lint-ignore no-control-regex
  const read = text.replace(/^[\x00-\x20]+|[\t\n\r]/g, "");
  return SAFE_ADDRESS.test(read) && !read.startsWith("//") ? escape(read) : "#";
}

function render(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(render).join("");
  return escape(String(value));
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}
