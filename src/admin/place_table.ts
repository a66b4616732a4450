import { Refusal } from "../http/refusal.ts";
import { type Command, CommandError } from "./command.ts";

/** A command, and what its path names. */
export interface Found {
  readonly command: Command;
  readonly subject: string;
}

/** Finds commands by method and path below `/api/admin/`. */
export interface PlaceTable {
  /** @throws {Refusal} `NOT_FOUND` or `METHOD_NOT_ALLOWED` */
  find(method: string, segments: readonly string[]): Found;
}

/** Sorts commands by their paths, in which `{}` stands for any one segment. */
export function createPlaceTable(commands: readonly Command[]): PlaceTable {
  const byPath = new Map<string, Map<string, Command>>();
  for (const command of commands) {
    if (command.at === undefined) continue;
    const { path, method } = command.at;
    const ofPath = byPath.get(path) ?? new Map<string, Command>();
    if (ofPath.has(method)) throw new CommandError(`Cannot have two commands at ${method} ${path}`);
    byPath.set(path, ofPath.set(method, command));
  }
  return {
    find(method, [kind = "", subject, ...rest]) {
      const path = [kind, ...(subject === undefined ? [] : ["{}"]), ...rest].join("/");
      const ofPath = byPath.get(path);
      if (ofPath === undefined || subject === "") throw new Refusal("NOT_FOUND");
      const command = ofPath.get(method === "HEAD" ? "GET" : method);
      if (command === undefined) throw notAllowed([...ofPath.keys()]);
      return { command, subject: subject ?? "" };
    },
  };
}

function notAllowed(methods: readonly string[]): Refusal {
  const allowed = methods.flatMap((method) => method === "GET" ? ["GET", "HEAD"] : [method]);
  const allow = [...allowed, "OPTIONS"].join(", ");
  return new Refusal("METHOD_NOT_ALLOWED", { headers: [["allow", allow]] });
}
