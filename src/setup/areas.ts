import { createCodeCheck } from "../access/gate/code_check.ts";
import { createFailureThrottle } from "../access/gate/failure_throttle.ts";
import { createAdminArea } from "../admin/http/admin_area.ts";
import { COMMANDS } from "../admin/commands/commands.ts";
import type { Audit } from "../audit/audit.ts";
import type { BodyReader } from "../http/body.ts";
import type { PackIndex } from "../model/pack.ts";
import { openMailer } from "./mailer.ts";
import type { Store } from "../store/store.ts";
import type { Settings } from "../platform/settings.ts";
import type { Areas } from "../routes/area.ts";
import { createCodeArea } from "../routes/codes.ts";
import type { ServicePage } from "../routes/service.ts";
import type { Doors } from "./access_control.ts";
import type { Outside } from "../platform/platform.ts";

/** How often a network may ask for a wrong code in a minute. */
const CODE_FAILURES = 30;

export interface AreaParts {
  readonly outside: Outside;
  readonly settings: Settings;
  readonly store: Store;
  readonly doors: Doors;
  readonly audit: Audit;
  /** The public pages, of which the operators' status is one with more. */
  readonly service: ReadonlyMap<string, ServicePage>;
  readonly index: () => PackIndex;
  readonly bodies: BodyReader;
}

/** Puts together the parts with rules of their own: `/api/admin/` and `/api/codes/verify`. */
export function openAreas(parts: AreaParts): Areas {
  const { outside: { clock, log }, settings, store, doors, index } = parts;
  const throttle = createFailureThrottle(clock, CODE_FAILURES);
  const mailer = openMailer(settings, () => index().site);
  const { meter, passwords, admins } = doors;
  return {
    admin: createAdminArea({
      commands: COMMANDS,
      desk: { store, clock, meter, mailer, passwords, content: index },
      admins,
      passwordsInTheClear: doors.inTheClear.passwords,
      log,
      isOn: settings.ADMIN_API,
      status: () => operatorStatus(parts),
    }),
    codes: createCodeArea(createCodeCheck({ codes: store.codes, throttle, log })),
  };
}

/** What operators see beyond the public status. */
function operatorStatus(
  { service, settings, doors, audit, bodies }: AreaParts,
): Record<string, unknown> {
  return {
    ...service.get("/status")!().body,
    credentials: doors.credentials.counts(),
    tokens_in_the_clear: doors.tokens.inTheClear,
    keys_in_the_clear: doors.inTheClear.keys.total,
    passwords_in_the_clear: doors.inTheClear.passwords.total,
    unfinished_bodies: bodies.unfinished,
    audit: audit.state(),
    mail: settings.SMTP_URL === undefined ? "off" : "on",
    admin_api: settings.ADMIN_API ? "on" : "off",
  };
}
