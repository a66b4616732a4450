import type { AuditState } from "../../audit/audit.ts";
import type { SourceReport } from "../../live/view/source_report.ts";

/** The operators' status, as far as pages show it: what `/api/admin/status` answers. */
export interface StatusView {
  readonly build: string;
  readonly started_at: string;
  readonly content: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly sources: readonly SourceReport[];
  readonly store: { readonly state: "ok" | "down" };
  readonly audit: AuditState;
  readonly credentials: Readonly<Record<"keys" | "tokens" | "users" | "feeds", number>>;
  readonly tokens_in_the_clear: number;
  readonly keys_in_the_clear: number;
  readonly passwords_in_the_clear: number;
  readonly mail: "on" | "off";
  readonly admin_api: "on" | "off";
  readonly tzdata: string;
  readonly deno: string;
}

/** A key, as `key list` shows it. */
export interface KeyView {
  readonly id: string;
  readonly hint: string;
  readonly owner: string;
  readonly email: string;
  readonly plan: string;
  readonly groups: readonly string[];
  readonly ips: readonly string[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly used: number | null;
  readonly limit: number | null;
}

/** A token, as `token list` shows it. */
export interface TokenView {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  readonly email: string;
  readonly state: "applied" | "approved" | "rejected" | "revoked";
  readonly hint: string | null;
  readonly applied_at: string;
  readonly reviewed_at: string | null;
  readonly reason: string | null;
}
