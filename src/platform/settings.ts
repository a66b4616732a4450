import { choiceText, type TextReader, wholeNumberText } from "../toolbox/text_reader.ts";

const ADMIN_REMEDY =
  ', made by chance: take what "openssl rand -base64 24" prints, or set neither ' +
  'ADMIN_USERNAME nor ADMIN_PASSWORD and let "deno task admin user add" make an administrator';

/** A variable of the environment: what it takes, and what it is when absent. */
interface Setting<T> {
  readonly reader: TextReader<T>;
  readonly fallback: T;
}

export type SettingsTable = Readonly<Record<string, Setting<unknown>>>;

/** What the documents' page of settings says of a variable that it does not know, as Markdown in a cell. */
interface Described {
  readonly about: string;
}

/** Variables of an add-on or an engine. */
export type DescribedSettings = Readonly<Record<string, Setting<unknown> & Described>>;

/** The environment variables that the core reads, with what each takes and what it is when absent. */
export const CORE_SETTINGS = {
  PORT: setting(wholeNumberText(0, 65_535), 8000),
  HOST: setting(text(), "127.0.0.1"),
  BASE_URL: setting<string | undefined>(baseAddress(), undefined),
  CONTENT_DIR: setting(text(), "content"),
  OUT_DIR: setting(text(), "build/out"),
  KV_PATH: setting<string | undefined>(storeAddress(), undefined),
  DENO_KV_ACCESS_TOKEN: setting<string | undefined>(text(), undefined),
  KEY_PEPPER: setting<string | undefined>(longText(16), undefined),
  ADMIN_USERNAME: setting<string | undefined>(text(), undefined),
  ADMIN_PASSWORD: setting<string | undefined>(longText(24, ADMIN_REMEDY), undefined),
  ADMIN_API: setting(onOff(), false),
  TRUSTED_PROXIES: setting<readonly string[]>(list(), []),
  REQUIRE_HTTPS: setting(onOff(), false),
  AUDIT_WEBHOOK_URL: setting<string | undefined>(address(), undefined),
  AUDIT_SINK_URL: setting<string | undefined>(address(), undefined),
  AUDIT_SINK_SECRET: setting<string | undefined>(text(), undefined),
  AUDIT_RETENTION_DAYS: setting(wholeNumberText(1, 36_500), 90),
  SMTP_URL: setting<string | undefined>(address("smtp:", "smtps:"), undefined),
  MAIL_FROM: setting<string | undefined>(sender(), undefined),
  LIVE: setting(onOff(), true),
  // An answer of a platform is shown for ten minutes: polls that come more seldom would leave gaps.
  LIVE_INTERVAL_MS: setting(wholeNumberText(1000, 300_000), 20_000),
  IDN_URL: setting(address(), "https://api.idn.app"),
  IDN_API_KEY: setting<string | undefined>(text(), undefined),
  SHOWROOM_URL: setting(address(), "https://www.showroom-live.com"),
  YOUTUBE_URL: setting(address(), "https://www.googleapis.com"),
  YOUTUBE_FEED_URL: setting(address(), "https://www.youtube.com/feeds/videos.xml"),
  YOUTUBE_API_KEY: setting<string | undefined>(text(), undefined),
  RECENT_RETENTION_DAYS: setting(wholeNumberText(62, 36_500), 90),
  LOG: setting<"text" | "json">(oneOf("text", "json"), "text"),
  SSE_LIMIT: setting(wholeNumberText(0, 1_000_000), 2000),
  DRAIN_MS: setting(wholeNumberText(0, 600_000), 2000),
  REUSE_PORT: setting(onOff(), false),
};

/**
 * The settings by variable name. `KV_PATH` undefined: the default file, or the platform's store. No
 * password is in it: the address is in messages, printed lines and the log.
 */
export type Settings = SettingsIn<typeof CORE_SETTINGS>;

/** The values of a table's variables. */
type SettingsIn<Table extends SettingsTable> = {
  readonly [Name in keyof Table]: Table[Name]["fallback"];
};

/** Variables have a wrong value; the message has one line for each of them. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/**
 * Reads all settings: those of the core, and those of `further` tables, which {@linkcode settingsOf} gives
 * to whoever has the table. A variable that is set but empty is as if absent.
 *
 * @throws {SettingsError} where a value is wrong; it names every such variable and what it takes,
 *   never the value, which may be a secret.
 */
export function readSettings(
  env: (name: string) => string | undefined,
  ...further: readonly SettingsTable[]
): Settings {
  const wrong: string[] = [];
  const table: SettingsTable = Object.assign({}, CORE_SETTINGS, ...further);
  const entries = Object.entries(table).map(([name, { reader, fallback }]) => {
    const raw = env(name)?.trim();
    if (raw === undefined || raw === "") return [name, fallback];
    const value = reader.read(raw);
    if (value === undefined) wrong.push(`Cannot use ${name}: it takes ${reader.description}`);
    return [name, value];
  });
  if (wrong.length > 0) throw new SettingsError(wrong.join("\n"));
  return Object.fromEntries(entries) as Settings;
}

/** The settings of a further table; what was not read is as if absent. */
export function settingsOf<Table extends SettingsTable>(
  settings: Settings,
  table: Table,
): SettingsIn<Table> {
  const fallbacks = Object.entries(table).map(([name, { fallback }]) => [name, fallback]);
  const read = Object.entries(settings).filter(([name]) => Object.hasOwn(table, name));
  return Object.fromEntries([...fallbacks, ...read]);
}

/** Declares a variable. */
export function setting<T>(reader: TextReader<NoInfer<T>>, fallback: T): Setting<T> {
  return { reader, fallback };
}

/** Declares a variable of an add-on or an engine. */
export function describedSetting<T>(
  reader: TextReader<NoInfer<T>>,
  fallback: T,
  about: string,
): Setting<T> & Described {
  return { reader, fallback, about };
}

/** Some text. */
export function text(): TextReader<string> {
  return { description: "some text", read: (raw) => raw };
}

/** Addresses of stores that an engine has. */
export interface AddressForm {
  /** What they begin with, in small letters, before `://`. */
  readonly schemes: readonly string[];
  /** What they look like, for messages. */
  readonly form: string;
  /** Whether one that begins so can be used. */
  accepts(address: string): boolean;
}

/** What an address begins with before its `://`, in small letters; undefined for the path of a file. */
export function schemeOf(path: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):\/\//i.exec(path)?.[1]?.toLowerCase();
}

/**
 * Where a store is: a file, a KV Connect server, or an address of one of these forms. Another address would
 * make a file in a folder that is called as its scheme.
 */
export function storeAddress(forms: readonly AddressForm[] = []): TextReader<string> {
  const { description, read } = address();
  const takes = ["a file", description, ...forms.map(({ form }) => form)];
  return {
    description: `${takes.slice(0, -1).join(", ")}, or ${takes.at(-1)}`,
    read(raw) {
      const scheme = schemeOf(raw);
      if (scheme === undefined) return raw;
      const own = forms.find(({ schemes }) => schemes.includes(scheme));
      if (own === undefined) return read(raw);
      return own.accepts(raw) ? raw : undefined;
    },
  };
}

function sender(): TextReader<string> {
  const form = /^(?:[^\s<>@]+@[^\s<>@]+|[^<>]*<[^\s<>@]+@[^\s<>@]+>)$/;
  return {
    description: "a mail address, with a name before it or not: Name <name@host>",
    read: (raw) => form.test(raw) ? raw : undefined,
  };
}

/** A secret that nobody guesses, or another text of some length. */
export function longText(least: number, remedy = ""): TextReader<string> {
  return {
    description: `at least ${least} characters${remedy}`,
    read: (raw) => raw.length >= least ? raw : undefined,
  };
}

function list(): TextReader<readonly string[]> {
  return { description: "entries with commas between them", read: (raw) => raw.split(/\s*,\s*/) };
}

function onOff(): TextReader<boolean> {
  return {
    description: '"on" or "off"',
    read: (raw) => raw === "on" ? true : raw === "off" ? false : undefined,
  };
}

/** One of these words. */
export function oneOf<const T extends string>(...choices: T[]): TextReader<T> {
  return choiceText(choices, choices.map((choice) => `"${choice}"`).join(" or "));
}

/** The address of a service: others are made by what is put behind it, so no slash ends it. */
function baseAddress(): TextReader<string> {
  const { description, read } = address();
  return { description, read: (raw) => read(raw)?.replace(/\/+$/, "") };
}

/** An address of one of these protocols; by default of the web. */
export function address(...protocols: string[]): TextReader<string> {
  const allowed = protocols.length > 0 ? protocols : ["https:", "http:"];
  return {
    description: `an address that starts with ${allowed.map((name) => `${name}//`).join(" or ")}`,
    read(raw) {
      const found = URL.canParse(raw) ? new URL(raw).protocol : "";
      return allowed.includes(found) ? raw : undefined;
    },
  };
}
