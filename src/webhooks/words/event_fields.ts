import type { LoggedEvent } from "../../events/event.ts";

/** The fields of an item, of which none is sure to be there. */
export type EventFields = Readonly<Record<string, unknown>>;

/** What an event tells. */
export function fieldsOf({ data }: Pick<LoggedEvent, "data">): EventFields {
  return typeof data === "object" && data !== null ? data as EventFields : {};
}

/** The text of a field, or "". */
export function fieldText(fields: EventFields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** An https address of a field; undefined for anything else, which chats would refuse. */
export function addressIn(fields: EventFields, ...names: string[]): string | undefined {
  return names.map((name) => fieldText(fields, name))
    .find((text) => text.startsWith("https://") && URL.canParse(text) && text.length <= 2_000);
}
