import { foldName } from "../check/fold_name.ts";
import type { GroupContent } from "../check/content.ts";
import { namesInShow } from "../derive/names.ts";
import { type ReportDiagnostic, topOf, warningAt } from "../diagnostic/diagnostic.ts";
import { say } from "../words/say.ts";

/** Warns once where a group has no members, or no setlists, and other files name some. */
export function warnMissingLists(content: GroupContent, report: ReportDiagnostic): void {
  const { folder, members, setlists, shows, drafts } = content;
  if (members.length === 0) {
    const count = guestsOf(content).size;
    const what = drafts.members.length === 0
      ? say`No member's file is here`
      : say`Every file here is a draft`;
    const message = say`${what}, and ${
      count === 1 ? say`one name stays as a guest` : say`${count} names stay as guests`
    }
        in line-ups and credits: put the members' files here, or guests into group.yaml`;
    if (count > 0) report(warningAt(topOf(`${folder}/members`), message));
  }
  if (setlists.file.length === 0) {
    const count = shows.filter(({ file }) => file.setlist !== undefined).length;
    const message = say`No setlist is here, and ${
      count === 1 ? say`one show names` : say`${count} shows name`
    }
        one: put the setlists back, or write each as a line such as - name: Jendela Pagi`;
    if (count > 0) report(warningAt(topOf(`${folder}/setlists.yaml`), message));
  }
}

/** Whom a group's files name, but for the guests whom it knows. */
function guestsOf({ group, shows, events, releases, videocalls }: GroupContent): Set<string> {
  const names = [
    ...shows.flatMap(({ file }) => namesInShow(file)),
    ...events.flatMap(({ file }) => file.members ?? []),
    ...releases.flatMap(({ file }) => file.tracks.flatMap(({ members }) => members)),
    ...videocalls.flatMap(({ file }) => file.sessions.flatMap(({ members }) => members)),
  ];
  const guests = new Set(names.map(foldName));
  for (const known of group.guests) guests.delete(foldName(known));
  return guests;
}
