import { foldName } from "../fold_name.ts";
import { errorAt, type ReportDiagnostic } from "../../diagnostic/diagnostic.ts";
import { quote } from "../../diagnostic/quote.ts";
import type { GroupContent } from "../content.ts";
import { say } from "../../words/say.ts";

/** Refuses known guests by whose names line-ups already mean a member of the group. */
export function checkGuests(
  { group, members, source }: Pick<GroupContent, "group" | "members" | "source">,
  report: ReportDiagnostic,
): void {
  if (group.guests.length === 0) return;
  const owners = new Map<string, string>();
  for (const { slug, file, source } of members) {
    for (const name of [slug, ...file.former_slugs, file.name, ...file.nicknames]) {
      owners.set(foldName(name), source.file);
    }
  }
  group.guests.forEach((guest, at) => {
    const owner = owners.get(foldName(guest));
    if (owner === undefined) return;
    const message = say`Cannot use the guest ${quote(guest)}: the member of ${owner} is called so;
      take the guest out, or write more of the name`;
    report(errorAt(source.locate(["guests", at]), message));
  });
}
