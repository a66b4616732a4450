/** Values that a log line may hold. Never a credential. */
export type LogFields = Record<string, string | number | boolean | undefined>;

const encoder = new TextEncoder();

/** Where the program writes for its operator what it does. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** How lines are written: for people, or as one JSON object each. */
type LogFormat = "text" | "json";

/** Makes one line, without its end; `ts` is epoch ms. */
export type FormatLine = (ts: number, level: string, message: string, fields: LogFields) => string;

/** The makers of lines; JSON has `ts`, `level`, `message`, `fields`, and `request_id` where there is one. */
export const LINE_FORMATS: Readonly<Record<LogFormat, FormatLine>> = {
  text(ts, level, message, fields) {
    const pairs = Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
    return maskSecrets(`${new Date(ts).toISOString()} ${level} ${message}${pairs.join("")}`);
  },
  json(ts, level, message, { request_id, ...fields }) {
    const line = { ts: new Date(ts).toISOString(), level, message, fields, request_id };
    return maskSecrets(JSON.stringify(line));
  },
};

/** A key, a priority token or a feed token, whole or cut off, as it is or percent-encoded. */
const SECRETS = /[JPF](?:-|%2d)osb(?:_|%5f)[\w.%-]*/gi;

/** The text without what has the form of a secret of this service. */
export function maskSecrets(text: string): string {
  return text.includes("osb") ? text.replace(SECRETS, "[credential]") : text;
}

/** Writes one line per message to standard error; standard output is kept for answers to the user. */
export function createStderrLog(format: LogFormat): Log {
  const formatLine = LINE_FORMATS[format];
  const write = (level: string) => (message: string, fields: LogFields = {}) => {
    const line = formatLine(Date.now(), level, message, fields);
    Deno.stderr.writeSync(encoder.encode(`${line}\n`));
  };
  return { info: write("info"), warn: write("warn"), error: write("error") };
}

/** Writes lines to standard output, off the event loop; rejects if no program reads them any more. */
export async function writeToStdout(lines: string | Uint8Array): Promise<void> {
  const bytes = typeof lines === "string" ? encoder.encode(lines) : lines;
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
}

/** Creates the log of one outage; without `back` its end is not logged. */
export function createOutageLog(
  log: Log,
  { away, back, fields = {} }: { away: string; back?: string; fields?: LogFields },
) {
  let isAway = false;
  return {
    get isAway(): boolean {
      return isAway;
    },
    failed(error: unknown): void {
      if (!isAway) log.warn(away, { ...fields, error: errorMessage(error) });
      isAway = true;
    },
    succeeded(): void {
      if (isAway && back !== undefined) log.info(back, fields);
      isAway = false;
    },
  };
}

/**
 * Whether what happened for the `times`th time is worth a line: at the 1st, 2nd, 4th, 8th …, what happens
 * over and over is in the log and does not fill it.
 */
export function isWorthALine(times: number): boolean {
  return (times & (times - 1)) === 0;
}

/** The words of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The log in text. */
export const stderrLog: Log = createStderrLog("text");
