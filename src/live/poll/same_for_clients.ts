import type { Broadcast } from "../records/broadcast.ts";

/** Whether two lists are the same but for the queries of URLs, whose tokens change by themselves. */
export function isSameForClients(a: readonly Broadcast[], b: readonly Broadcast[]): boolean {
  return withoutQueries(a) === withoutQueries(b);
}

function withoutQueries(list: readonly Broadcast[]): string {
  return JSON.stringify(
    list,
    (_, value) =>
      typeof value === "string" && value.startsWith("https:") ? value.split("?", 1)[0] : value,
  );
}
