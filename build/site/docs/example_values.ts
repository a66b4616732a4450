import type { GroupIndex, MemberRow, PackIndex, Row, Span } from "../../../src/model/pack.ts";

/** Values that lead to an answer, for path parameters and required ones, by the parameter's name. */
export type ExampleValues = (parameter: string, path: string) => string;

/** Reads bytes of the pack. */
export type ReadSpan = (span: Span) => string;

/** Stands for the id of one of the reader's own feed tokens. */
const YOUR_FEED_TOKEN = "YOUR-FEED-TOKEN-ID";
/** Stands for the id of one of the reader's own webhooks. */
const YOUR_WEBHOOK = "YOUR-WEBHOOK-ID";
/** Stands for the reader's own address. */
const YOUR_ADDRESS = "https://bot.example/hook";

/** Takes the values of a group's examples from its own content, so that they lead to something. */
export function exampleValuesOf(group: GroupIndex, read: ReadSpan): ExampleValues {
  const known = new Map<string, string>();
  const firstId = (name: "members" | "shows" | "news" | "events"): string => {
    const first = () => findRow<Row>(group.tables[name], read, ({ open }) => open[1] !== 0);
    const id = known.get(name) ?? first()?.id ?? "unknown";
    known.set(name, id);
    return id;
  };
  return function valueOf(parameter, path) {
    if (path.startsWith("theater/")) return firstId("shows");
    if (path.startsWith("news")) return firstId("news");
    if (path.startsWith("events/")) return firstId("events");
    if (parameter === "month") return "7";
    return firstId("members");
  };
}

/** The values of the examples of `/v1`: of the first group that has members. */
export function exampleValuesOfAll({ groups }: PackIndex, read: ReadSpan): ExampleValues {
  const group = groups.find(({ counts }) => counts.members > 0);
  return group === undefined ? () => "unknown" : (parameter, path) => {
    if (parameter === "id") return path.startsWith("webhooks") ? YOUR_WEBHOOK : YOUR_FEED_TOKEN;
    if (parameter === "url") return YOUR_ADDRESS;
    if (parameter === "group") return group.slug;
    if (parameter === "kind") return "member";
    if (parameter === "q") {
      const isThere = ({ open }: MemberRow) => open[1] !== 0;
      return findRow(group.tables.members, read, isThere)?.name ?? "unknown";
    }
    if (parameter !== "member_id") return "7";
    const isBorn = ({ birthDate }: MemberRow) => birthDate !== undefined;
    return findRow(group.tables.members, read, isBorn)?.id ?? "unknown";
  };
}

/** Finds a row in the pieces of a table. */
function findRow<R>(
  pieces: readonly Span[],
  read: ReadSpan,
  isWanted: (row: R) => boolean,
): R | undefined {
  for (const piece of pieces) {
    const rows: readonly R[] = JSON.parse(read(piece));
    const found = rows.find(isWanted);
    if (found !== undefined) return found;
  }
  return undefined;
}
