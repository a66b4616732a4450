import { textOption } from "../../task/command_line.ts";
import { phrase } from "../../words/say.ts";

/** Options that say something of a group's own fields. */
export const GROUP_OPTIONS = {
  family: textOption(phrase`bare or wrapped`),
  timezone: textOption(phrase`a time zone such as Asia/Tokyo`),
  language: textOption(phrase`a language such as id, en or ja`),
  "leap-day": textOption(phrase`feb28 or mar1`),
};

/** The fields of a group that options name. */
export function groupFields(given: Readonly<Record<string, string | undefined>>) {
  const written = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    written.map(([option, value]) => [option.replace("-", "_"), value!]),
  );
}
