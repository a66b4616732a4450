import { deliveryNotes, type Mail } from "../../mail/mail.ts";
import type { CommandDeps, CommandOutcome } from "../command/command.ts";

/** Mails a letter, and says in the notes of an outcome what became of it. */
export async function mailed(
  { mailer }: CommandDeps,
  mail: Mail,
  outcome: CommandOutcome,
): Promise<CommandOutcome> {
  const delivery = await mailer.send(mail);
  const notes = [...outcome.notes ?? [], ...deliveryNotes(mail, delivery)];
  return { ...outcome, notes, code: delivery.state === "failed" ? 1 : 0 };
}

/** An instant (epoch ms) as ISO 8601 in UTC; null if there is none. */
export function isoOrNull(epochMs: number | undefined): string | null {
  return epochMs === undefined ? null : new Date(epochMs).toISOString();
}
