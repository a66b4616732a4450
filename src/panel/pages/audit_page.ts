import type { AuditEntry } from "../../audit/record/read_record.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { badge, formField, recordTable } from "../../page/parts.ts";
import {
  keyPath,
  type PageContext,
  PANEL_PATHS,
  type PanelPage,
  tokenPath,
  when,
} from "../page_context.ts";

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
      ...(entries.some(({ kind }) => kind === "use") ? [STATUS] : []),
    ],
    entries,
    empty,
  );
}

const STATUS = {
  name: "Status",
  isNumber: true,
  cell: (entry: AuditEntry): HtmlValue => entry.kind === "use" ? entry.status : "",
};

function who(entry: AuditEntry): HtmlValue {
  if (entry.kind === "admin") return html`${entry.by}<br><span class="small">administrator</span>`;
  const { token_id, name, email } = entry;
  const [shown, below] = entry.forgotten ? [token_id, "forgotten"] : [name, email];
  return html`<a href="${tokenPath(token_id)}">${shown}</a><br><span class="small">${below}</span>`;
}

function what(entry: AuditEntry): HtmlValue {
  if (entry.kind === "use") return html`<code>${entry.method} ${entry.endpoint}</code>`;
  const { command, subject, before, after } = entry;
  const names = [...new Set([before, after].flatMap((side) => Object.keys(side ?? {})))];
  return html`<code>${command}</code> ${subject && linkTo(subject)}${
    names.length > 0 &&
    html`
      <details>
        <summary>Change</summary>
        <ul class="small">${names.map((name) =>
          html`<li>${name}: ${change(before?.[name], after?.[name])}</li>`
        )}</ul>
      </details>
    `
  }`;
}

/** Keys and tokens have pages of their own, also those that were forgotten. */
function linkTo(subject: string): HtmlValue {
  if (subject.startsWith("k_")) return html`<a href="${keyPath(subject)}">${subject}</a>`;
  if (subject.startsWith("t_")) return html`<a href="${tokenPath(subject)}">${subject}</a>`;
  return subject;
}

/** A field as it was and as it is; only as it is where it was not there before. */
function change(before: unknown, after: unknown): HtmlValue {
  const [old, now] = [before, after].map((value) =>
    value === undefined || value === null
      ? undefined
      : html`<code>${typeof value === "string" ? value : JSON.stringify(value)}</code>`
  );
  if (old === undefined) return now ?? "nothing";
  return html`${old} → ${now ?? "nothing"}`;
}

const KINDS = [["", "All"], ["use", "Uses of tokens"], ["admin", "Administrators"]] as const;
const LIMITS = [["50", "50"], ["200", "200"], ["1000", "1,000"]] as const;

/** `/admin/audit`: the end of the record, and its verification if that is asked for. */
export async function auditPage(context: PageContext): Promise<PanelPage> {
  const { query } = context;
  const kind = KINDS.find(([kind]) => kind === query.get("kind")?.[0])?.[0] ?? "";
  const limit = LIMITS.find(([limit]) => limit === query.get("limit")?.[0])?.[0] ?? "50";
  const entries = await context.read<readonly AuditEntry[]>("audit tail", "", { kind, limit });
  return {
    title: "Audit",
    main: html`
      <h1>Audit</h1><p
        class="text">The audit records every use of a priority token, and everything that an
            administrator changes or looks up. Each entry carries a seal over those before it.</p>${await verification(
              context,
            )}<h2>Last entries</h2><form
        method="get" action="${PANEL_PATHS.audit}">${formField({
          name: "kind",
          label: "Kind",
          value: kind,
          choices: KINDS,
        })}${formField({
          name: "limit",
          label: "How many",
          value: limit,
          choices: LIMITS,
        })}<button>Show</button></form>${entryTable(
          context,
          entries.toReversed(),
          "Nothing of this kind is on record yet.",
        )}
    `,
  };
}

/** The record may be long: it is read through only if that is asked for. */
async function verification(context: PageContext): Promise<HtmlValue> {
  if (!context.query.has("verify")) {
    return html`<p><a href="${`${PANEL_PATHS.audit}?verify=1`}">Verify the record</a> <span
      class="small">reads all of it, which takes longer the longer it is</span></p>`;
  }
  const { json, lines, notes = [] } = await context.outcome("audit verify");
  const { ok } = json as { readonly ok: boolean };
  return html`<p>${ok ? badge("good", "whole") : badge("bad", "changed")} ${lines.join(" ")}</p>${
    notes.length > 0 && html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`
  }`;
}
