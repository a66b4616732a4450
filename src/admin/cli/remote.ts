import { isLoopback } from "../../http/request.ts";
import type { Net } from "../../platform/net.ts";
import type { Settings } from "../../platform/settings.ts";
import {
  type Command,
  CommandError,
  commandName,
  type CommandOutcome,
  notFound,
  OUTCOME_TYPE,
} from "../command/command.ts";
import type { CommandInput } from "../command/input.ts";

/** How long a server may take, in ms: it may have to send a mail. */
const PATIENCE_MS = 60_000;

/**
 * Has a server run a command, by `/api/admin/`.
 *
 * @throws {CommandError} if the server cannot be asked, or refuses
 */
export async function askServer(
  net: Net,
  server: string,
  { ADMIN_USERNAME: username, ADMIN_PASSWORD: password }: Settings,
  command: Command,
  input: CommandInput,
): Promise<CommandOutcome> {
  if (username === undefined || password === undefined) {
    throw new CommandError("Cannot log in without ADMIN_USERNAME and ADMIN_PASSWORD");
  }
  const { url, init } = requestOf(serverAddress(server), command, input);
  const headers = {
    ...init.headers,
    accept: OUTCOME_TYPE,
    "x-admin-username": byteText(username),
    "x-admin-password": byteText(password),
  };
  const response = await reach(net, url, { ...init, headers, redirect: "error" });
  const body = await response.json().catch(() => undefined);
  if (!response.ok) throw new CommandError(refusalOf(response, body, command));
  if (Array.isArray(body?.notes)) return body;
  throw new CommandError(
    `Cannot understand ${url.origin}: it does not answer as this service does`,
  );
}

/**
 * The server's address.
 *
 * @throws {CommandError} if a password would travel in clear
 */
function serverAddress(text: string): URL {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new CommandError(`Cannot use the server "${text}": write it as https://api.example`);
  }
  const url = new URL(text);
  if (url.protocol === "http:" && !isLoopback(url.hostname.replace(/^\[|\]$/g, ""))) {
    throw new CommandError(
      `Cannot use the server "${text}": the password would travel in clear; write https://`,
    );
  }
  return url;
}

function requestOf(base: URL, command: Command, { subject, values }: CommandInput) {
  const { at, options } = command;
  if (at === undefined) {
    throw new CommandError(
      `Cannot run "${commandName(command)}" on a server: it uses this machine's files`,
    );
  }
  // An address cannot carry these as they are: it would be that of another command.
  if (/^\.\.?$/.test(subject)) throw notFound(command.noun, subject);
  const path = at.path.replace("{}", encodeURIComponent(subject));
  const url = new URL(`${base.pathname.replace(/\/$/, "")}/api/admin/${path}`, base);
  if (at.method === "GET") {
    for (const [name, texts] of values) {
      for (const text of texts) url.searchParams.append(name, text);
    }
    return { url, init: { method: "GET", headers: {} } };
  }
  const fields: Record<string, unknown> = {};
  for (const [name, texts] of values) {
    const { valueName, repeats } = options[name]!;
    fields[name] = valueName === undefined ? true : repeats ? texts : texts.at(-1);
  }
  if (command.subject !== undefined && !at.path.includes("{}")) fields[command.subject] = subject;
  const headers = { "content-type": "application/json" };
  return { url, init: { method: "POST", headers, body: JSON.stringify(fields) } };
}

async function reach(net: Net, url: URL, init: RequestInit): Promise<Response> {
  try {
    return await net.fetch(url.href, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    throw new CommandError(`Cannot reach ${url.origin}: ${reasonOf(error)}`);
  }
}

/** "Fetch failed" explains nothing; the reason is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

function refusalOf(response: Response, body: unknown, command: Command): string {
  const { message = response.statusText, type = "", hint = "" } = (body ?? {}) as Record<
    string,
    string
  >;
  if (type === "INVALID_CREDENTIALS") {
    return "Cannot log in: the server knows no such name with that password (ADMIN_USERNAME, ADMIN_PASSWORD)";
  }
  const isNowhere = response.status === 404 && message === "Not found";
  if (response.status === 405 || (isNowhere && !command.always)) {
    return `Cannot run "${commandName(command)}" there: the server does not have ADMIN_API=on`;
  }
  if (isNowhere) {
    return `Cannot find the service at ${response.url}: give --server its address alone`;
  }
  const after = response.headers.get("retry-after");
  return `${hint || message}${after === null ? "" : `; try again in ${after} seconds`}`;
}

/** Headers carry bytes: a text's UTF-8 bytes, each as one character. */
function byteText(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}
