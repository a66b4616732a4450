import { templateKey } from "../../build/words/say.ts";

/** A text in the source, and where it is. */
export interface FoundText {
  readonly text: string;
  readonly place: string;
}

/** What a file says to people. */
export interface SourceTexts {
  /** Templates and phrases, as the table names them. */
  readonly said: readonly FoundText[];
  /** Texts of several words that are neither. */
  readonly unsaid: readonly FoundText[];
}

/** All TypeScript files of a folder. */
export function sourcesBelow(path: string): string[] {
  if (path.endsWith(".ts")) return [path];
  return [...Deno.readDirSync(path)].sort((one, other) => one.name < other.name ? -1 : 1)
    .flatMap(({ name, isDirectory }) =>
      isDirectory || name.endsWith(".ts") ? sourcesBelow(`${path}/${name}`) : []
    );
}

/** Reads what a file says, with the parser of Deno's own lint. */
export function textsIn(path: string, source = Deno.readTextFileSync(path)): SourceTexts {
  const said: FoundText[] = [];
  const unsaid: FoundText[] = [];
  const placeOf = ({ range }: Deno.lint.Node) =>
    `${path}:${source.slice(0, range[0]).split("\n").length}`;
  const meet = (node: Deno.lint.Node, text: string) => {
    const isHeading = path.includes("/view/") && /^[A-Z][a-z]+$/.test(text);
    if ((isWords(text) || isHeading) && isForPeople(node)) {
      unsaid.push({ text, place: placeOf(node) });
    }
  };
  const plugin: Deno.lint.Plugin = {
    name: "words",
    rules: {
      texts: {
        create: () => ({
          TaggedTemplateExpression(node) {
            const strings = node.quasi.quasis.map(({ cooked }) => cooked);
            if (isSaid(node)) said.push({ text: templateKey(strings), place: placeOf(node) });
            if (node.tag.type !== "Identifier" || node.tag.name !== "html") return;
            const shown = shownIn(strings.join("{}"));
            if (shown !== "") unsaid.push({ text: shown, place: placeOf(node) });
          },
          BinaryExpression(node) {
            const text = joined(node);
            if (text !== undefined && joined(parentOf(node)) === undefined) meet(node, text);
          },
          Literal(node) {
            if (joined(parentOf(node)) === undefined && typeof node.value === "string") {
              meet(node, node.value);
            }
          },
          TemplateLiteral(node) {
            if (node.parent.type !== "TaggedTemplateExpression") {
              meet(node, node.quasis.map(({ cooked }) => cooked).join("{}"));
            }
          },
        }),
      },
    },
  };
  Deno.lint.runPlugin(plugin, path, source);
  return { said, unsaid };
}

function isSaid({ tag }: Deno.lint.TaggedTemplateExpression): boolean {
  return tag.type === "Identifier" && (tag.name === "say" || tag.name === "phrase");
}

/** The letters that readers of HTML see or hear: no tags, values, commands. */
function shownIn(html: string): string {
  const heard = [...html.matchAll(/\s(?:aria-label|alt|title)="([^"]*)"/g)].map(([, text]) => text);
  const seen = html.replace(/<(code|script)\b[^>]*>[^]*?<\/\1>/g, "").replace(/<[^>]*>/g, " ");
  return [seen, ...heard].join(" ").replaceAll("{}", " ").replace(/&\w+;/g, "")
    .match(/\p{L}+/gu)?.join(" ") ?? "";
}

/** Two words with a space between them. */
function isWords(text: string): boolean {
  return /\p{L}{2,}[,.:;]? +\p{L}{2,}/u.test(text.replaceAll("{}", "xx"));
}

/** Texts that are compared, thrown as the program's own mistakes, or hold help. */
function isForPeople(node: Deno.lint.Node): boolean {
  let below = node;
  for (let at = parentOf(node); at !== undefined; below = at, at = parentOf(at)) {
    if (at.type === "ThrowStatement" && !/TaskError|SettingsError/.test(nameOfThrown(at))) {
      return false;
    }
    if (at.type === "BinaryExpression" && /^[=!]==$/.test(at.operator)) return false;
    if (at.type === "CallExpression" && at.callee !== below && isComparing(at.callee)) return false;
    if (at.type === "VariableDeclarator" && at.id.type === "Identifier") {
      if (/^(?:HELP|USAGE|[A-Z_]+_IN_INDONESIAN)$/.test(at.id.name)) return false;
    }
    if (
      at.type === "ImportDeclaration" || at.type.startsWith("TS") && at.type !== "TSAsExpression"
    ) {
      return false;
    }
  }
  return true;
}

/** What literals say that stand in several parts; undefined where something else is among them. */
function joined(node: Deno.lint.Node | undefined): string | undefined {
  if (node?.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node?.type !== "BinaryExpression" || node.operator !== "+") return undefined;
  const [left, right] = [joined(node.left), joined(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

function parentOf(node: Deno.lint.Node): Deno.lint.Node | undefined {
  return (node as { readonly parent?: Deno.lint.Node | null }).parent ?? undefined;
}

function isComparing(callee: Deno.lint.Node): boolean {
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" &&
    /^(?:startsWith|endsWith|includes|replace|replaceAll|split|test|exec)$/
      .test(callee.property.name);
}

function nameOfThrown({ argument }: Deno.lint.ThrowStatement): string {
  const isNew = argument.type === "NewExpression" && argument.callee.type === "Identifier";
  return isNew ? (argument.callee as Deno.lint.Identifier).name : "";
}

/** What schemas say of values, which the check says in the language of the moment. */
export function schemaTexts(): FoundText[] {
  const found = sourcesBelow("build/schema/content").flatMap((path) => textsIn(path).unsaid);
  return found.filter(({ text }) => text.startsWith("expected "));
}
