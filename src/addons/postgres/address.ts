interface PostgresHost {
  readonly hostname: string;
  readonly port: number;
}

/** Where a store in Postgres is, and who asks. */
export interface PostgresAddress {
  /** Tried in turn: one of them is the primary. */
  readonly hosts: readonly PostgresHost[];
  readonly database: string;
  readonly user: string;
  readonly password: string | undefined;
  /** The file of the authorities that may have signed the servers' certificates; undefined: the system's. */
  readonly rootCertificate: string | undefined;
}

/** What an address takes, for messages. */
export const POSTGRES_FORM = "postgres://user@host/database, with ?sslrootcert=<file> if the " +
  "certificate is of an authority of your own";

const DEFAULT_PORT = 5432;
/** All of them are the strictest here: a server elsewhere is always checked. */
const CHECKED = ["require", "verify-ca", "verify-full"];
const UNCHECKED = ["disable", "allow", "prefer"];

/**
 * Reads an address as libpq writes it, with one host or several; undefined if it is none, or asks for what
 * there is not.
 */
export function readPostgresAddress(text: string): PostgresAddress | undefined {
  const parts = /^postgres(?:ql)?:\/\/([^@/?#]*)@([^@/?#]+)\/([^/?#]+)(?:\?([^#]*))?$/i.exec(text);
  if (parts === null) return undefined;
  const [, login = "", hostList = "", name = "", query = ""] = parts;
  const colon = login.indexOf(":");
  const user = decoded(colon < 0 ? login : login.slice(0, colon));
  const password = colon < 0 ? undefined : decoded(login.slice(colon + 1));
  const database = decoded(name);
  const hosts = hostList.split(",").map(readHost).filter((host) => host !== undefined);
  if (!user || !database || hosts.length !== hostList.split(",").length) return undefined;
  if (colon >= 0 && password === undefined) return undefined;
  const options = new URLSearchParams(query);
  const names = [...options.keys()];
  if (names.some((name) => name !== "sslmode" && name !== "sslrootcert")) return undefined;
  const mode = options.get("sslmode") ?? "verify-full";
  const isCheckedMode = CHECKED.includes(mode) ||
    (UNCHECKED.includes(mode) && hosts.every(isLoopbackHost));
  if (!isCheckedMode) return undefined;
  const rootCertificate = options.get("sslrootcert") || "system";
  return {
    hosts,
    database,
    user,
    password: password || undefined,
    rootCertificate: rootCertificate === "system" ? undefined : rootCertificate,
  };
}

function readHost(text: string): PostgresHost | undefined {
  const parts = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(text);
  if (parts === null) return undefined;
  const port = parts[2] === undefined ? DEFAULT_PORT : Number(parts[2]);
  if (port < 1 || port > 65_535) return undefined;
  return { hostname: parts[1]!.replace(/^\[|\]$/g, "").toLowerCase(), port };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Whether what is sent to a host stays on this machine. */
export function isLoopbackHost({ hostname }: Pick<PostgresHost, "hostname">): boolean {
  return hostname === "localhost" || hostname === "::1" ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

/** Takes the password out of an address: the address is in messages, and the password in none. */
export function withoutPassword(
  text: string,
): { readonly address: string; readonly password: string | undefined } {
  const { password } = readPostgresAddress(text) ?? {};
  return { address: text.replace(/^([^:]+:\/\/[^@:/?#]*):[^@/?#]*@/, "$1@"), password };
}
