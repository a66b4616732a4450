import type { AuditEntry } from "../../audit/entries/entry.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { recordTable } from "../../page/records.ts";
import type { PageContext } from "./page_context.ts";
import { tokenPath } from "./paths.ts";
import { when } from "./when.ts";

/** Entries of the record: uses of tokens, and what administrators did. */
export function entryTable(
  context: PageContext,
  entries: readonly AuditEntry[],
  empty: HtmlValue,
): Html {
  return recordTable<AuditEntry>(
    "Entries",
    [
      { name: "Entry", isNumber: true, cell: ({ seq }) => seq },
      { name: "When", cell: ({ at }) => when(context, at) },
      { name: "Who", cell: who },
      { name: "From", cell: ({ ip }) => ip ?? "the machine" },
      { name: "What", cell: what },
      { name: "Status", isNumber: true, cell: (entry) => entry.kind === "use" ? entry.status : "" },
    ],
    entries,
    empty,
  );
}

function who(entry: AuditEntry): HtmlValue {
  if (entry.kind === "admin") return html`${entry.by}<br><span class="small">administrator</span>`;
  const { token_id, name, email } = entry;
  const [shown, below] = entry.forgotten ? [token_id, "forgotten"] : [name, email];
  return html`<a href="${tokenPath(token_id)}">${shown}</a><br><span class="small">${below}</span>`;
}

function what(entry: AuditEntry): HtmlValue {
  if (entry.kind === "use") return html`<code>${entry.method} ${entry.endpoint}</code>`;
  const { command, subject, before, after } = entry;
  return html`<code>${command}</code> ${subject}${
    (before !== null || after !== null) &&
    html`<details><summary>Change</summary>${side("Before", before)}${
      side("After", after)
    }</details>`
  }`;
}

function side(name: string, fields: unknown): HtmlValue {
  if (fields === null) return undefined;
  return html`<p class="small">${name}: <code>${JSON.stringify(fields)}</code></p>`;
}
