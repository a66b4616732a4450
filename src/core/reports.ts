import type { Credentials } from "../access/records/credential_table.ts";
import { isLiveToken } from "../access/records/token_store.ts";
import { type SelfReport, statusOf } from "../routes/public/service.ts";
import type { Base } from "./base.ts";
import type { Services } from "./open_services.ts";

/**
 * How the program is doing now, for `/readyz` and `/status`. `isDraining`: it is about to end; `isLoading`:
 * not all add-ons are open yet.
 */
export function readSelfReport(
  { store, startedAt, versions }: Base,
  { access, audit, live }: Services,
  { isDraining, isLoading }: { readonly isDraining: boolean; readonly isLoading: boolean },
): SelfReport {
  const { backlog } = audit.state();
  const isReady = access.credentials.isLoaded && !isLoading;
  return {
    readiness: isDraining ? "draining" : isReady ? "ok" : "loading",
    started_at: new Date(startedAt).toISOString(),
    sources: live.view.sources(),
    store: { state: access.storeState(), engine: store.engine },
    audit: { backlog },
    deno: versions.deno,
  };
}

/** The public status, and what operators see beyond it. */
export function operatorStatus(
  { content, settings, platform: { clock } }: Base,
  { access, audit, live }: Services,
  report: SelfReport,
): Record<string, unknown> {
  return {
    ...statusOf(content(), report, clock.now()),
    on_air: content().catalog.groups.flatMap(({ slug }) =>
      live.view.list(slug).map(({ type, name, title, started_at, viewers }) => ({
        group: slug,
        type,
        name,
        title,
        started_at,
        viewers,
      }))
    ),
    credentials: counts(access.credentials),
    tokens_in_the_clear: access.clearText.totals.tokens,
    keys_in_the_clear: access.clearText.totals.keys,
    passwords_in_the_clear: access.clearText.totals.passwords,
    wrong_passwords: access.wrongPasswords.total,
    refused_passwords: access.wrongPasswords.refused,
    audit: audit.state(),
    mail: settings.SMTP_URL === undefined ? "off" : "on",
    admin_api: settings.ADMIN_API ? "on" : "off",
  };
}

/** How many there are in memory: keys, priority tokens that hold, administrators. */
function counts({ keys, tokens, users }: Credentials): Record<string, number> {
  return {
    keys: [...keys.all()].length,
    tokens: [...tokens.all()].filter(isLiveToken).length,
    users: [...users.all()].length,
  };
}
