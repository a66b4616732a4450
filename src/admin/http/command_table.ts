import { HttpError } from "../../http/http_error.ts";
import { type Command, CommandError } from "../command/command.ts";

/** A command, and what its path names. */
export interface CommandMatch {
  readonly command: Command;
  readonly subject: string;
}

/** Finds commands by method and path below `/api/admin/`. */
export interface CommandTable {
  /** @throws {HttpError} `NOT_FOUND` or `METHOD_NOT_ALLOWED` */
  find(method: string, segments: readonly string[]): CommandMatch;
}

/** Sorts commands by their paths, in which `{}` matches any second segment that is no path's own. */
export function createCommandTable(commands: readonly Command[]): CommandTable {
  const byPath = new Map<string, Map<string, Command>>();
  for (const command of commands) {
    if (command.at === undefined) continue;
    const { path, method } = command.at;
    const ofPath = byPath.get(path) ?? new Map<string, Command>();
    if (ofPath.has(method)) throw new CommandError(`Cannot have two commands at ${method} ${path}`);
    byPath.set(path, ofPath.set(method, command));
  }
  return {
    find(method, segments) {
      const [kind = "", subject = "", ...rest] = segments;
      const exact = byPath.get(segments.join("/"));
      const ofPath = exact ??
        (subject === "" ? undefined : byPath.get([kind, "{}", ...rest].join("/")));
      if (ofPath === undefined) throw new HttpError("NOT_FOUND");
      const command = ofPath.get(method === "HEAD" ? "GET" : method);
      if (command === undefined) throw notAllowed([...ofPath.keys()]);
      return { command, subject: exact === undefined ? subject : "" };
    },
  };
}

function notAllowed(methods: readonly string[]): HttpError {
  const allowed = methods.flatMap((method) => method === "GET" ? ["GET", "HEAD"] : [method]);
  const allow = [...allowed, "OPTIONS"].join(", ");
  return new HttpError("METHOD_NOT_ALLOWED", { headers: [["allow", allow]] });
}
