import type { Command } from "./command.ts";

const START = `Usage: deno task admin <noun> <verb> [options]

Works on the store of KV_PATH, also while a server uses it.
`;

const END = `
--json prints one JSON value instead of text. --help behind a command shows its options.`;

/** All commands, a line each. */
export function helpAll(commands: readonly Command[]): string {
  const lines = commands.map((command) => [`  ${usage(command)}`, command.says] as const);
  const width = Math.max(...lines.map(([left]) => left.length)) + 2;
  return [START, ...lines.map(([left, right]) => left.padEnd(width) + right), END].join("\n");
}

/** One command with its options. */
export function helpFor(command: Command): string {
  const options = Object.entries(command.options).map(
    ([name, { takes, says, required, repeats }]) => {
      const notes = [required ? "required" : "", repeats ? "may be repeated" : ""].filter(Boolean);
      const tail = notes.length > 0 ? ` (${notes.join(", ")})` : "";
      return `  --${name}${takes ? ` <${takes}>` : ""}`.padEnd(28) + says + tail;
    },
  );
  return [`deno task admin ${usage(command)}`, "", command.says, "", ...options, END].join("\n");
}

function usage({ noun, verb, subject }: Command): string {
  return `${noun} ${verb}${subject === undefined ? "" : ` <${subject}>`}`;
}
