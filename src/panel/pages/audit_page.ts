import type { AuditEntry } from "../../audit/entries/entry.ts";
import { html, type HtmlValue } from "../../page/html.ts";
import { badge } from "../../page/parts.ts";
import { formField } from "../../page/records.ts";
import { entryTable } from "../parts/entry_table.ts";
import type { PageContext, PanelPage } from "../parts/page_context.ts";
import { PANEL_PATHS } from "../parts/paths.ts";

const KINDS = [["", "All"], ["use", "Uses of tokens"], ["admin", "Administrators"]] as const;
const LIMITS = [["50", "50"], ["200", "200"], ["1000", "1,000"]] as const;

/** `/admin/audit`: the end of the record, and its verification where that is asked for. */
export async function auditPage(context: PageContext): Promise<PanelPage> {
  const { query } = context;
  const kind = KINDS.find(([kind]) => kind === query.get("kind")?.[0])?.[0] ?? "";
  const limit = LIMITS.find(([limit]) => limit === query.get("limit")?.[0])?.[0] ?? "50";
  const entries = await context.read<readonly AuditEntry[]>("audit tail", "", { kind, limit });
  return {
    title: "Audit",
    main: html`
      <h1>Audit</h1><p
        class="text">Every use of a priority token, and everything that an administrator changes or
            looks up, is on record. Each entry is sealed together with those before it.</p>${await verification(
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

/** The record may be long: it is read through only where that is asked for. */
async function verification(context: PageContext): Promise<HtmlValue> {
  if (!context.query.has("verify")) {
    return html`<p><a href="${`${PANEL_PATHS.audit}?verify=1`}">Verify the record</a> <span
      class="small">reads all of it, which takes longer the longer it is</span></p>`;
  }
  const { json, lines, notes = [] } = await context.look("audit verify");
  const { ok } = json as { readonly ok: boolean };
  return html`<p>${ok ? badge("good", "whole") : badge("bad", "changed")} ${lines.join(" ")}</p>${
    notes.length > 0 && html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`
  }`;
}
