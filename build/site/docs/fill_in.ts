import type { DocumentedService } from "../site_source.ts";
import { DEFAULT_STREAMS, DEFAULT_WEBHOOKS, type Plan } from "../../../src/model/plans.ts";
import { errorSections } from "./error_sections.ts";
import { fieldTables } from "./field_tables.ts";

/** What `{{name}}` in a page stands for. */
export type FillIns = Readonly<Record<string, string>>;

/** The parts of pages that come from content and code. */
export function fillInsOf({ site, plans, groups }: DocumentedService): FillIns {
  const bare = groups.find(({ family }) => family === "bare") ?? groups[0];
  const wrapped = groups.find(({ family }) => family === "wrapped") ?? groups[0];
  return {
    title: site.title,
    base_url: site.base_url,
    contact: site.contact,
    bare: bare?.slug ?? "group",
    wrapped: wrapped?.slug ?? "group",
    plans: planTable(plans),
    errors: errorSections(),
    ...fieldTables(),
  };
}

/**
 * Puts them in.
 *
 * @throws {TypeError} naming what nothing stands for
 */
export function fillIn(text: string, values: FillIns): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`Cannot fill in "${name}": nothing stands for it`);
    return value;
  });
}

function planTable(plans: DocumentedService["plans"]): string {
  const rows = Object.entries(plans).map(([name, plan]) => `| ${name} | ${planCells(plan)} |`);
  const head = "| Plan | Rate | Quota | Streams | Webhooks |\n| --- | --- | --- | --- | --- |";
  return `${head}\n${rows.join("\n")}`;
}

function planCells(plan: Plan): string {
  const { rate, quota, streams = DEFAULT_STREAMS, webhooks = DEFAULT_WEBHOOKS } = plan;
  const rateText = rate === "unlimited"
    ? "no limit"
    : `${rate.per_second} a second, ${rate.burst} at once`;
  const quotaText = quota === "unlimited"
    ? "no limit"
    : `${quota.requests.toLocaleString("en")} a ${quota.per} (${quota.timezone})`;
  return `${rateText} | ${quotaText} | ${streams} | ${webhooks}`;
}
