import type { z } from "zod";

/** What fields that have to be there may look like. */
const EXAMPLES: Readonly<Record<string, string>> = {
  name: "name: Aya Putri",
  title: "title: Jendela Pagi",
  date: "date: 2026-07-04",
  member: "member: Aya Putri",
  session: "session: Sesi 1",
  start_time: 'start_time: "19:00"',
  contact: "contact: hello@groupa.example",
  url: "url: https://groupa.example",
  base_url: "base_url: https://groupa.example",
  timezone: "timezone: Asia/Jakarta",
  quota: "quota: unlimited",
  rate: "rate: unlimited",
  room_id: "room_id: 317738",
  url_key: "url_key: aya_putri",
};

/**
 * A line that a file lacks; `issue` says what should stand in it. `isListed`: the file is a list of
 * setlists, whose names are titles.
 */
export function exampleLine(field: string, issue?: z.core.$ZodIssue, isListed = true): string {
  if (field === "name" && isListed) return "name: Jendela Pagi";
  if (issue?.code === "invalid_value") return `${field}: ${String(issue.values[0])}`;
  const isNumber = issue?.code === "invalid_type" && /^(?:number|int)$/.test(issue.expected);
  return isNumber ? `${field}: 1` : EXAMPLES[field] ?? `${field}: …`;
}
