/**
 * Is loaded before each file of tests, by `--preload`: the first line of a failed test says what was
 * expected, what came, and how to run that test alone. No test of `deno task test` starts a process.
 */
import { failureLine } from "./failure_line.ts";
import { NO_PROCESS, refuseProcesses } from "./no_process.ts";
import { TEST_FILE } from "./test_file.ts";

// deno-lint-ignore no-explicit-any
type Arguments = any[];
type Register<T> = (...args: Arguments) => T;
type Change = (args: Arguments) => Arguments;

/** Functions that call others with changed arguments. */
interface Passing {
  passOn<T>(register: Register<T>, change: Change): Register<T>;
  passOnRows<T>(each: (rows: Arguments) => Register<T>, change: Change): typeof each;
}

/** The runner takes the first caller that is a file for the place of a test: this one is none. */
const { passOn, passOnRows }: Passing = await import(
  `data:text/javascript,${
    encodeURIComponent(`
      export const passOn = (register, change) => (...args) => register(...change(args));
      export const passOnRows = (each, change) => (rows) => passOn(each(rows), change);
    `)
  }`
);

if (Deno.env.has(NO_PROCESS)) refuseProcesses();

const PROJECT = new URL("../../", import.meta.url).href;

/** Errors that have their line. A step's error may be thrown again by its test. */
const lined = new WeakSet<Error>();

const { test } = Deno;
const { only, ignore } = test;
Object.assign(Deno, {
  test: Object.assign(passOn(test as Register<void>, wrapped), test, {
    each: passOnRows(test.each, wrapped),
    only: Object.assign(passOn(only, wrapped), { each: passOnRows(only.each, wrapped) }),
    ignore: Object.assign(passOn(ignore, wrapped), { each: passOnRows(ignore.each, wrapped) }),
  }),
});

/** The arguments of a registration, with the function that adds the line to what it throws. */
function wrapped(args: Arguments): Arguments {
  const file: string | undefined = Reflect.get(globalThis, Symbol.for(TEST_FILE));
  return ofFile(file)(args);
}

/** The same for a test of this file; undefined for that which the runner names. */
function ofFile(file: string | undefined): Change {
  return (args) => {
    const last = args.at(-1);
    const own = typeof last === "function"
      ? withLine(last, file)
      : { ...last, fn: withLine(last.fn, file) };
    return [...args.slice(0, -1), own];
  };
}

function withLine(fn: Register<unknown>, file: string | undefined): Register<Promise<unknown>> {
  const own = async (...args: Arguments) => {
    const context: Deno.TestContext = args.at(-1);
    context.step = passOn(context.step as Register<Promise<boolean>>, ofFile(file));
    try {
      return await fn(...args);
    } catch (error) {
      if (error instanceof Error && !lined.has(error)) addLine(error, context, file);
      throw error;
    }
  };
  return Object.defineProperty(own, "name", { value: fn.name });
}

function addLine(error: Error, context: Deno.TestContext, known: string | undefined): void {
  lined.add(error);
  let root = context;
  while (root.parent !== undefined) root = root.parent;
  const file = known ?? root.origin.replace(PROJECT, "");
  error.message = `${failureLine(error, { name: root.name, file })}\n${error.message}`;
}
