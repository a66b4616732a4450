import type { AuditState } from "../../audit/audit.ts";
import type { SourceReport } from "../../live/view/source_report.ts";
import type { StoreState } from "../../model/enums.ts";

/** The operators' status, as far as pages show it: what `/api/admin/status` answers. */
export interface StatusView {
  readonly build: string;
  readonly started_at: string;
  readonly content: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly sources: readonly SourceReport[];
  readonly store: { readonly state: StoreState };
  /** Null where the store does not answer now. */
  readonly store_format: number | null;
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

/** What a key used on a day, as `key usage all` shows it: days without use are left out. */
export interface KeyDayView {
  readonly id: string;
  readonly plan: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly used: number;
}

/** A webhook, as `webhook list` shows it. */
export interface ListedWebhook {
  readonly id: string;
  readonly key_id: string;
  readonly owner: string | null;
  readonly host: string | null;
  readonly hint: string | null;
  readonly format: string;
  readonly types: readonly string[];
  readonly state: "on" | "off";
  readonly off_reason: string | null;
  readonly created_at: string;
}
