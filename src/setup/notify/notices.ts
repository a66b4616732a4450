import type { CredentialTable } from "../../access/records/credential_table.ts";
import type { PackIndex } from "../../model/pack.ts";
import type { Notices } from "../../notices/notices.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Settings } from "../../platform/settings.ts";
import type { Store } from "../../store/store.ts";
import { lazily } from "../../toolbox/lazily.ts";
import { openMailer } from "../mailer.ts";

/** What notices of the program are opened with. */
export interface OpenNoticesDeps {
  readonly platform: Platform;
  readonly settings: Settings;
  readonly store: Store;
  readonly index: () => PackIndex;
  /** Asked for after the start. */
  readonly credentials: () => CredentialTable;
}

/** What a program that sends no letters does instead. */
const NO_NOTICES: Notices = { leased() {}, wake() {}, close: () => Promise.resolve() };

/** Opens the notices where the settings name a mail server. They are loaded only then. */
export function openNotices(deps: OpenNoticesDeps): Notices {
  if (deps.settings.SMTP_URL === undefined) return NO_NOTICES;
  const starting = startNotices(deps);
  return {
    leased: (account, use) => void starting.then((notices) => notices.leased(account, use)),
    wake: () => void starting.then((notices) => notices.wake()),
    close: async () => await (await starting).close(),
  };
}

const loadNotices = lazily(() => import("../../notices/notices.ts"));

async function startNotices(
  { platform, settings, store, index, credentials }: OpenNoticesDeps,
): Promise<Notices> {
  const { createNotices } = await loadNotices();
  const notices = createNotices({
    ...platform,
    kv: store.kv,
    mailer: openMailer(settings, () => index().site),
    sender: () => index().site,
    keys: () => credentials().keys(),
    keyOf: (id) => credentials().keyOf(id),
    isLoaded: () => credentials().isLoaded,
  });
  credentials().loaded.then(notices.wake);
  return notices;
}
