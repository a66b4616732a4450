import { type Command, nameOf, type Option } from "./command.ts";

const START = `Usage: deno task admin <noun> <verb> [options]

Works on the store of KV_PATH, also while a server uses it.
`;

const END = `
Everywhere:
  --json                  one JSON value instead of text
  --server <address>      ask a server that has ADMIN_API=on, instead of this machine's store, as
                          ADMIN_USERNAME with ADMIN_PASSWORD, or as whom you name when asked
  --help                  behind a command: its options`;

/** All commands, a line each. */
export function helpAll(commands: readonly Command[]): string {
  const lines = commands.map((command) => [`  ${callOf(command)}`, command.says] as const);
  const width = Math.max(...lines.map(([left]) => left.length)) + 2;
  return [START, ...lines.map(([left, right]) => left.padEnd(width) + right), END].join("\n");
}

/** One command with its options. */
export function helpFor(command: Command): string {
  const options = Object.entries(command.options).map(([name, option]) => {
    const notes = [option.required && "required", option.repeats && "may be repeated"]
      .filter(Boolean);
    const tail = notes.length > 0 && !option.unseen ? ` (${notes.join(", ")})` : "";
    return `  ${shown(name, option)}`.padEnd(26) + option.says + tail;
  });
  return [`deno task admin ${callOf(command)}`, "", command.says, "", ...options, END].join("\n");
}

/** How a command is called: its words, then what has to follow. */
function callOf(command: Command): string {
  const { subject, rest, options } = command;
  const required = Object.entries(options).filter(([, option]) => option.required && !option.unseen)
    .map(([name, option]) => name === rest ? `<${option.takes}>` : shown(name, option));
  return [nameOf(command), ...subject ? [`<${subject}>`] : [], ...required].join(" ");
}

function shown(name: string, { takes, unseen }: Option): string {
  if (unseen) return name.replaceAll("_", " ");
  return `--${name}${takes ? ` <${takes}>` : ""}`;
}
