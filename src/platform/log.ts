/** Values that a log line may hold. Never a credential. */
export type LogFields = Record<string, string | number | boolean | undefined>;

/** Where the program tells its operator what it does. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Writes one line per message to standard error; standard output is kept for answers to the user. */
export const stderrLog: Log = {
  info: (message, fields) => write("info", message, fields),
  warn: (message, fields) => write("warn", message, fields),
  error: (message, fields) => write("error", message, fields),
};

/** Logs that something is out of reach: once when it goes, once when it is back. */
export interface OutageLog {
  readonly isAway: boolean;
  failed(error: unknown): void;
  succeeded(): void;
}

/** Creates the log of one outage; without `back` its end is not logged. */
export function createOutageLog(
  log: Log,
  { away, back, fields = {} }: { away: string; back?: string; fields?: LogFields },
): OutageLog {
  let isAway = false;
  return {
    get isAway() {
      return isAway;
    },
    failed(error) {
      if (!isAway) log.warn(away, { ...fields, error: errorMessage(error) });
      isAway = true;
    },
    succeeded() {
      if (isAway && back !== undefined) log.info(back, fields);
      isAway = false;
    },
  };
}

/** The words of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const encoder = new TextEncoder();

function write(level: string, message: string, fields: LogFields = {}): void {
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const line = `${new Date().toISOString()} ${level} ${message}${pairs.join("")}\n`;
  Deno.stderr.writeSync(encoder.encode(line));
}
