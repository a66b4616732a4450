import { TaskError } from "../../task/task_error.ts";
import { say } from "../../words/say.ts";
import { type Expression, type Node, parse, type Program, type SpreadElement } from "acorn";

/**
 * Reads a dump's text: JSON, a line of JSON for each record (NDJSON), CSV, or a
 * module of JavaScript that exports plain data. A line that is no JSON
 * is returned itself, so that it is reported as a record that cannot be read.
 *
 * @throws {TaskError} for anything else
 */
export function parseDump(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(plain);
  } catch (error) {
    if (isModule(plain)) return parseModule(plain);
    return parseLines(plain) ?? parseTable(plain) ?? refuse(error as Error);
  }
}

function parseLines(text: string): unknown[] | undefined {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const records = lines.map((line) => /^[{[]/.test(line) ? tryJson(line) : line);
  const good = records.filter((record) => typeof record === "object").length;
  return lines.length > 1 && good > 0 && good * 2 >= lines.length ? records : undefined;
}

function tryJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

function parseTable(text: string): unknown[] | undefined {
  if (!isTable(text)) return undefined;
  try {
    return parseCsv(text);
  } catch (error) {
    throw new TaskError(say`Cannot read it: it looks like CSV, and ${(error as Error).message}`);
  }
}

function refuse(error: Error): never {
  throw new TaskError(say`Cannot read it as JSON: ${error.message}`);
}

/** A table as CSV: commas, semicolons or tabs between its cells (RFC 4180). */
type Row = readonly string[];

const DELIMITERS = [",", ";", "\t"];

/** Whether a text is a table: its first line parts into several names at one delimiter. */
function isTable(text: string): boolean {
  return /^[^\s[{<]/.test(text) && /\n/.test(text) && delimiterOf(text) !== undefined;
}

/** The rows below the head as records; empty cells are left out. */
function parseCsv(text: string): Record<string, unknown>[] {
  const [head = [], ...rows] = rowsOf(text, delimiterOf(text) ?? ",");
  const names = head.map((name) => name.trim());
  return rows.map((cells) => recordOf(names, cells))
    .filter((record) => Object.keys(record).length > 0);
}

function recordOf(names: Row, cells: Row): Record<string, unknown> {
  const known = cells.map((cell, place) => [names[place] || `column ${place + 1}`, cell] as const)
    .filter(([, cell]) => cell.trim() !== "");
  return Object.fromEntries(known);
}

function delimiterOf(text: string): string | undefined {
  const line = text.slice(0, text.indexOf("\n") < 0 ? undefined : text.indexOf("\n"));
  const counts = DELIMITERS.map((mark) => line.split(mark).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? undefined : DELIMITERS[counts.indexOf(most)];
}

/** A cell in quotes may hold delimiters and line ends; a quote inside is doubled. */
function rowsOf(text: string, delimiter: string): string[][] {
  const mark = delimiter === "\t" ? "\\t" : delimiter;
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${mark}\\r\\n]*))(${mark}|\\r?\\n|\\r|$)`, "y");
  const rows: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (match === null) throw new SyntaxError(say`a quote is opened and not closed`);
    const [, quoted, plain, end] = match;
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end !== delimiter && cell.lastIndex < text.length) rows.push([]);
  }
  return rows.filter((row) => row.some((text) => text.trim() !== ""));
}

/** Whether a text looks like a module of JavaScript that exports something. */
function isModule(text: string): boolean {
  return /^\s*export\s*(?:default\b|const\b|let\b|var\b|\{)/m.test(text);
}

/**
 * Reads the plain data that a module exports, without running it: literals, lists, objects and the
 * names of such data above. One export is returned itself, several by their names.
 *
 * @throws {TaskError} with line and column for anything else
 */
function parseModule(text: string): unknown {
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
        if (source) refuseNode(statement);
        if (declaration) exported.push(...declare(declaration, constants));
        for (const { local, exported: name } of specifiers) {
          if (name.type !== "Identifier") refuseNode(name);
          exported.push([name.name, dataOf(local, constants)]);
        }
        break;
      }
      default:
        refuseNode(statement);
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
  if (statement.type !== "VariableDeclaration") refuseNode(statement);
  const { declarations } = statement as Extract<Program["body"][number], {
    type: "VariableDeclaration";
  }>;
  return declarations.map(({ id, init }) => {
    if (id.type !== "Identifier") refuseNode(id);
    if (!init) refuseNode(id);
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
      if (expression.regex || expression.bigint) refuseNode(expression);
      return expression.value;
    case "TemplateLiteral":
      if (expression.expressions.length > 0) refuseNode(expression.expressions[0]!);
      return expression.quasis[0]!.value.cooked;
    case "ArrayExpression":
      return expression.elements.map((item) => item === null ? null : dataOf(item, constants));
    case "ObjectExpression":
      return Object.fromEntries(expression.properties.map((property) => {
        if (property.type !== "Property" || property.kind !== "init" || property.method) {
          refuseNode(property);
        }
        return [keyOf(property.key, property.computed), dataOf(property.value, constants)];
      }));
    case "UnaryExpression": {
      const value = dataOf(expression.argument, constants);
      const sign = expression.operator === "-" ? -1 : expression.operator === "+" ? 1 : undefined;
      return sign === undefined || typeof value !== "number"
        ? refuseNode(expression)
        : sign * value;
    }
    case "Identifier":
      if (expression.name === "undefined") return null;
      if (constants.has(expression.name)) return constants.get(expression.name);
      return refuseNode(expression);
    default:
      return refuseNode(expression);
  }
}

function keyOf(key: Node, isComputed: boolean): string {
  const { type, name, value } = key as Node & { name?: string; value?: unknown };
  if (isComputed || (type !== "Identifier" && type !== "Literal")) refuseNode(key);
  return type === "Identifier" ? name! : String(value);
}

function refuseNode({ type, loc }: Node): never {
  const { line, column } = loc!.start;
  const what = type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  throw new TaskError(
    say`Cannot read it: line ${line}, column ${
      column + 1
    }: expected plain data, found "${what}"; a module is read and not run`,
  );
}
