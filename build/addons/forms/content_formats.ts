/** Fields in the order in which `deno task new` writes them, for each kind of file. */
export interface FieldOrders {
  readonly orders: readonly (readonly string[])[];
  /** Fields that no form has: Sveltia CMS writes them behind all others. */
  readonly kept: readonly string[];
}

/** What Sveltia CMS offers to pages. */
export interface FormatRegistry {
  registerCustomFormat(
    name: string,
    extension: string,
    functions: { readonly toFile: (content: never) => string },
  ): void;
}

/**
 * Makes Sveltia CMS write files as `deno task new` does: the order of fields, and quotes at times and
 * where a text needs them. The page contains this function's own text, so it uses nothing outside.
 */
export function registerContentFormats(cms: FormatRegistry, { orders, kept }: FieldOrders): void {
  type Fields = Record<string, unknown>;

  const ONE_LINE = ["nicknames", "former_slugs", "aliases"];
  const CLOCK_TIME = /^\d{1,2}:\d{2}(?::\d{2})?$/;
  const OTHER_TYPE =
    /^(?:~|null|true|false|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?|0o[0-7]+|0x[\da-f]+|[-+]?\.inf|\.nan|)$/i;
  const SIGN_IN_FRONT = /^[\s,[\]{}#&*!|>'"%@`]|^[?:-](?=\s|$)|^(?:---|\.\.\.)(?=\s|$)/;
  const SIGN_WITHIN = /:(?=\s|$)|\s#|\s$|[\p{Cc}\p{Cf}\u2028\u2029]/u;

  const isFields = (value: unknown): value is Fields =>
    typeof value === "object" && value !== null && !Array.isArray(value);

  function inQuotes(text: string): string {
    const isSingle = text.includes('"') && !/['\\\p{Cc}\p{Cf}\u2028\u2029]/u.test(text);
    if (isSingle) return `'${text}'`;
    return JSON.stringify(text).replace(
      /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
      (sign) =>
        Array.from(
          { length: sign.length },
          (_, place) => `\\u${sign.charCodeAt(place).toString(16).padStart(4, "0")}`,
        ).join(""),
    );
  }

  function scalar(value: unknown, isInBrackets: boolean): string {
    if (typeof value !== "string") return String(value);
    const isPlain = !OTHER_TYPE.test(value) && !CLOCK_TIME.test(value) &&
      !SIGN_IN_FRONT.test(value) && !SIGN_WITHIN.test(value) &&
      !(isInBrackets && /[[\]{},]/.test(value));
    return isPlain ? value : inQuotes(value);
  }

  function inBrackets(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map(inBrackets).join(", ")}]`;
    if (!isFields(value)) return scalar(value, true);
    const pairs = Object.entries(value).filter(([, one]) => one !== undefined);
    return `{${pairs.map(([key, one]) => `${scalar(key, true)}: ${inBrackets(one)}`).join(", ")}}`;
  }

  /** Lines of text, each as it is; undefined where their spaces would not survive. */
  function lines(text: string, indent: string): string | undefined {
    const isSafe = text.includes("\n") && /^[^\s]/.test(text) && !/\s$/.test(text) &&
      !/[^\S\n](?=\n)/.test(text) && !/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text);
    return isSafe ? `|-\n${text.replace(/^(?=.)/gm, indent)}` : undefined;
  }

  function entryLines(key: string, value: unknown, indent: string): string {
    const name = scalar(key, false);
    if (Array.isArray(value)) {
      if (value.length === 0) return `${indent}${name}: []\n`;
      return ONE_LINE.includes(key)
        ? `${indent}${name}: ${inBrackets(value)}\n`
        : `${indent}${name}:\n${listLines(value, `${indent}  `)}`;
    }
    if (isFields(value)) {
      const inside = fieldLines(value, `${indent}  `);
      return `${indent}${name}:${inside === "" ? " {}\n" : `\n${inside}`}`;
    }
    const block = typeof value === "string" ? lines(value, `${indent}  `) : undefined;
    return `${indent}${name}: ${block ?? scalar(value, false)}\n`;
  }

  function fieldLines(fields: Fields, indent: string): string {
    return Object.entries(fields).filter(([, value]) => value !== undefined)
      .map(([key, value]) => entryLines(key, value, indent)).join("");
  }

  function listLines(list: readonly unknown[], indent: string): string {
    return list.map((item) => {
      const inside = Array.isArray(item)
        ? listLines(item, `${indent}  `)
        : isFields(item)
        ? fieldLines(ordered(item), `${indent}  `)
        : undefined;
      if (inside === undefined) {
        const block = typeof item === "string" ? lines(item, `${indent}  `) : undefined;
        return `${indent}- ${block ?? scalar(item, false)}\n`;
      }
      const empty = Array.isArray(item) ? "[]" : "{}";
      return `${indent}- ${inside === "" ? `${empty}\n` : inside.slice(indent.length + 2)}`;
    }).join("");
  }

  /** Fields of a form come in their order, so the right kind is one whose order they have. */
  function ordered(fields: Fields): Fields {
    const keys = Object.keys(fields);
    const known = orders.find((order) => {
      const places = keys.filter((key) => !kept.includes(key)).map((key) => order.indexOf(key));
      return keys.every((key) => order.includes(key)) &&
        places.every((place, index) => index === 0 || places[index - 1]! < place);
    });
    if (known === undefined) return fields;
    keys.sort((a, b) => known.indexOf(a) - known.indexOf(b));
    return Object.fromEntries(keys.map((key) => [key, fields[key]]));
  }

  /** A number of centimetres is a number, although a box for text holds it. */
  function withNumbers(fields: Fields): Fields {
    const { height } = fields;
    const isNumber = typeof height === "string" && /^[1-9]\d*(?:\.\d*[1-9])?$/.test(height);
    return isNumber ? { ...fields, height: Number(height) } : fields;
  }

  function yaml(content: unknown): string {
    if (Array.isArray(content)) return content.length === 0 ? "[]\n" : listLines(content, "");
    const text = isFields(content) ? fieldLines(ordered(withNumbers(content)), "") : "";
    return text === "" ? "{}\n" : text;
  }

  function article({ body, ...fields }: Fields): string {
    const below = typeof body === "string" && body.trim() !== "" ? `\n${body.trimEnd()}\n` : "";
    return `---\n${yaml(fields)}---\n${below}`;
  }

  cms.registerCustomFormat("yaml", "yaml", { toFile: yaml as (content: never) => string });
  cms.registerCustomFormat("yaml-frontmatter", "md", {
    toFile: article as (content: never) => string,
  });
}
