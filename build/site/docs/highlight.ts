import { Html, html } from "../../../src/page/html.ts";

/** What a part of code is: a comment, a string, a word of the language, a number or an option. */
type Tone = "c" | "s" | "k" | "n";

/** How the parts of a language look, the first that fits counts; what fits none stays as it is. */
type Grammar = Readonly<Partial<Record<Tone, RegExp>>>;

const QUOTED = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/;

const SCRIPT: Grammar = {
  c: /\/\/.*|\/\*[^]*?\*\//,
  s: new RegExp(`${QUOTED.source}|\`(?:[^\`\\\\]|\\\\.)*\``),
  k: /(?<![.\w])(?:as|async|await|break|case|catch|class|const|continue|default|else|export|extends|for|from|function|if|import|in|let|new|of|return|static|switch|throw|try|typeof|var|while)\b/,
  n: /\b(?:\d[\d_.]*|true|false|null|undefined)\b/,
};

const SHELL: Grammar = {
  c: /(?<=^|\s)#.*/,
  s: /"(?:[^"\\]|\\.)*"|'[^']*'/,
  k: /(?<=^|\| |&& |\$\()[a-z][\w-]*(?= |$)/,
  n: /(?<=\s)--?[A-Za-z][\w-]*/,
};

const PYTHON: Grammar = {
  c: /#.*/,
  s: new RegExp(`\\b[bfr]?(?:${QUOTED.source})|${QUOTED.source}`),
  k: /\b(?:and|as|async|await|def|else|except|for|from|if|import|in|is|lambda|not|or|return|try|while|with)\b/,
  n: /\b(?:\d[\d_.]*|True|False|None)\b/,
};

/** The languages whose code has colours, by what the documents call them. */
const GRAMMARS: Readonly<Record<string, Grammar>> = {
  ts: SCRIPT,
  typescript: SCRIPT,
  js: SCRIPT,
  sh: SHELL,
  powershell: SHELL,
  py: PYTHON,
  python: PYTHON,
  json: {
    k: /"(?:[^"\\\n]|\\.)*"(?=\s*:)/,
    s: /"(?:[^"\\\n]|\\.)*"/,
    n: /-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b/,
  },
  yaml: {
    c: /(?<=^|\s)#.*/,
    k: /(?<=^[ -]*|[{,] ?)[\w.-]+(?=:(?:\s|$))/,
    s: QUOTED,
    n: /(?<=: )(?:true|false|null)\b/,
  },
  html: { c: /<!--[^]*?-->/, k: /<\/?[!\w-]+|\/?>/, s: /(?<==)"[^"]*"/ },
};

const FINDERS = new Map(
  Object.entries(GRAMMARS).map(([language, grammar]) => [language, finderOf(grammar)]),
);

function finderOf(grammar: Grammar): RegExp {
  const parts = Object.entries(grammar).map(([tone, form]) => `(?<${tone}>${form.source})`);
  return new RegExp(parts.join("|"), "gm");
}

/**
 * Code in colours: comments, strings, words of the language and numbers are `span`s of a class. The
 * build makes them, so that a page needs no script for it.
 */
export function highlight(code: string, language: string): Html {
  const finder = FINDERS.get(language);
  if (finder === undefined) return html`${code}`;
  if (language !== "html") return toned(code, finder);
  // What a page's script says is in another language.
  return new Html(
    code.split(/(?<=<script[^>]*>)([^]*?)(?=<\/script>)/).map((part, place) =>
      toned(part, place % 2 === 0 ? finder : FINDERS.get("js")!).text
    ).join(""),
  );
}

function toned(code: string, finder: RegExp): Html {
  let text = "";
  let end = 0;
  for (const found of code.matchAll(finder)) {
    const [tone] = Object.entries(found.groups!).find(([, part]) => part !== undefined)!;
    text += html`${code.slice(end, found.index)}<span class="${tone}">${found[0]}</span>`.text;
    end = found.index + found[0].length;
  }
  return new Html(text + html`${code.slice(end)}`.text);
}
