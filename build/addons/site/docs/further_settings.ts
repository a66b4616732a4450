import type { AddOn } from "../../../../src/core/addon.ts";
import type { DescribedSetting } from "../../../../src/platform/settings.ts";

/** What add-ons and engines read of the environment, as a table; empty where they read nothing. */
export function furtherSettings(owners: readonly Pick<AddOn, "settings">[]): string {
  const rows = owners.flatMap(({ settings = {} }) => Object.entries(settings).map(rowOf));
  if (rows.length === 0) return "";
  return `## What do add-ons and engines of stores read?

| Variable | Default | Meaning |
| --- | --- | --- |
${rows.join("\n")}`;
}

function rowOf([name, { fallback, about }]: [string, DescribedSetting<unknown>]): string {
  const value = String(fallback ?? "");
  return `| \`${name}\` | ${value && `\`${value}\``} | ${about} |`;
}
