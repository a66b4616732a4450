import { type Expression, type Node, parse, type Program, type SpreadElement } from "acorn";
import { TaskError } from "../../task/task_error.ts";
import { say } from "../../words/say.ts";

/** Whether a text looks like a module of JavaScript that exports something. */
export function isModule(text: string): boolean {
  return /^\s*export\s*(?:default\b|const\b|let\b|var\b|\{)/m.test(text);
}

/**
 * Reads the plain data that a module exports, without running it: literals, lists, objects and the
 * names of such data above. One export is returned itself, several by their names.
 *
 * @throws {TaskError} with line and column for anything else
 */
export function parseModule(text: string): unknown {
  const constants = new Map<string, unknown>();
  const exported: [name: string, value: unknown][] = [];
  for (const statement of programOf(text).body) {
    switch (statement.type) {
      case "EmptyStatement":
        break;
      case "VariableDeclaration":
        declare(statement, constants);
        break;
      case "ExportDefaultDeclaration": {
        exported.push(["default", dataOf(statement.declaration, constants)]);
        break;
      }
      case "ExportNamedDeclaration": {
        const { declaration, specifiers, source } = statement;
        if (source) refuse(statement);
        if (declaration) exported.push(...declare(declaration, constants));
        for (const { local, exported: name } of specifiers) {
          if (name.type !== "Identifier") refuse(name);
          exported.push([name.name, dataOf(local, constants)]);
        }
        break;
      }
      default:
        refuse(statement);
    }
  }
  const values = new Map(exported);
  const all = [...new Set(values.values())];
  return all.length === 1 ? all[0] : Object.fromEntries(values);
}

function programOf(text: string): Program {
  try {
    return parse(text, { ecmaVersion: 2025, sourceType: "module", locations: true });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { line, column } = (error as SyntaxError & { loc: Place }).loc;
    const what = error.message.replace(/ \(\d+:\d+\)$/, "").toLowerCase();
    throw new TaskError(
      say`Cannot read it as a module of JavaScript: line ${line}, column ${column + 1}: ${what}` +
        (/^\s*(?:import\s+type|interface|type)\b|:\s*\w+(?:\[\])?\s*=|\bas\s+const\b/m.test(text)
          ? say`; types of TypeScript are not read: take them out`
          : ""),
    );
  }
}

interface Place {
  readonly line: number;
  /** Counted from 0. */
  readonly column: number;
}

/** Takes in `const members = […]`; returns what it declares. */
function declare(statement: Node, constants: Map<string, unknown>): [string, unknown][] {
  if (statement.type !== "VariableDeclaration") refuse(statement);
  const { declarations } = statement as Extract<Program["body"][number], {
    type: "VariableDeclaration";
  }>;
  return declarations.map(({ id, init }) => {
    if (id.type !== "Identifier") refuse(id);
    if (!init) refuse(id);
    const value = dataOf(init, constants);
    constants.set(id.name, value);
    return [id.name, value];
  });
}

/** The value of an expression that is plain data. */
function dataOf(node: Node, constants: ReadonlyMap<string, unknown>): unknown {
  const expression = node as Expression | SpreadElement;
  switch (expression.type) {
    case "Literal":
      if (expression.regex || expression.bigint) refuse(expression);
      return expression.value;
    case "TemplateLiteral":
      if (expression.expressions.length > 0) refuse(expression.expressions[0]!);
      return expression.quasis[0]!.value.cooked;
    case "ArrayExpression":
      return expression.elements.map((item) => item === null ? null : dataOf(item, constants));
    case "ObjectExpression":
      return Object.fromEntries(expression.properties.map((property) => {
        if (property.type !== "Property" || property.kind !== "init" || property.method) {
          refuse(property);
        }
        return [keyOf(property.key, property.computed), dataOf(property.value, constants)];
      }));
    case "UnaryExpression": {
      const value = dataOf(expression.argument, constants);
      const sign = expression.operator === "-" ? -1 : expression.operator === "+" ? 1 : undefined;
      return sign === undefined || typeof value !== "number" ? refuse(expression) : sign * value;
    }
    case "Identifier":
      if (expression.name === "undefined") return null;
      if (constants.has(expression.name)) return constants.get(expression.name);
      return refuse(expression);
    default:
      return refuse(expression);
  }
}

function keyOf(key: Node, isComputed: boolean): string {
  const { type, name, value } = key as Node & { name?: string; value?: unknown };
  if (isComputed || (type !== "Identifier" && type !== "Literal")) refuse(key);
  return type === "Identifier" ? name! : String(value);
}

function refuse({ type, loc }: Node): never {
  const { line, column } = loc!.start;
  const what = type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  throw new TaskError(
    say`Cannot read it: line ${line}, column ${
      column + 1
    }: expected plain data, found "${what}"; a module is read and not run`,
  );
}
