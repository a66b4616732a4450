/** Rules of groups: of who performs, of what is shown to everybody, and of counts of shows that content has no files of. */

import { inOtherForm } from "../check/same_form.ts";
import type { GroupContent } from "../check/content.ts";
import { namesIn } from "../derive/people.ts";
import { slugNamed } from "../derive/roster.ts";
import { createSetlistFinder, setlistsOf, unknownSetlist } from "../derive/setlists.ts";
import { quote } from "../diagnostic/wording.ts";
import { ADDONS } from "../../src/core/addons.ts";
import { spellingEdit } from "../read/source.ts";
import { phrase } from "../words/say.ts";
import { DATED } from "./files.ts";
import { type Finding, rule } from "./rule.ts";

/** The levels of `public` that add-ons show groups for. */
const SHOWN_LEVELS = ADDONS.flatMap(({ publicLevel }) => publicLevel ?? []);

export const LINE_UP_RULES = [
  rule("group/public", "group", ({ group }) => {
    if (group.public !== "site" || SHOWN_LEVELS.includes("site")) return undefined;
    const message = phrase`Groups have no pages here: ${quote("site")} shows what ${
      quote("feeds")
    } shows, and what is answered without a key`;
    return { at: ["public"], message };
  }),
  // A line-up may be unknown yet.
  rule("show/celebrations", "shows", ({ file }, { roster }) => {
    const present = new Set(file.members.map((name) => slugNamed(name, roster)));
    const absent = (field: "seitansai" | "graduation"): (Finding | undefined)[] =>
      file[field].map((who, place) => {
        const name = nameOf(who);
        const slug = slugNamed(name, roster);
        if (slug === undefined || present.has(slug)) return undefined;
        const message = phrase`${
          quote(name)
        } is celebrated in this show and is not in its line-up: add
          her to members, or take her away here`;
        return { at: [field, place], message };
      });
    return file.members.length === 0
      ? undefined
      : [...absent("seitansai"), ...absent("graduation")];
  }, true),
  rule("show/left-before", "shows", ({ slug, file: { members, date } }, { roster }) => {
    // If the file's name says another day, that is reported.
    if (DATED.test(slug) && !slug.startsWith(date)) return undefined;
    return members.map((name, place) => {
      const found = roster.find(name);
      if (found.kind !== "member") return undefined;
      const { graduated: day, joined = "" } = found.member.file;
      // If she left before she joined, that is reported.
      if (day === undefined || day >= date || day < joined) return undefined;
      const message = phrase`${
        quote(found.member.file.name)
      } graduated on ${day}, before this show: take
        her out, or correct one of the dates; if she comes back for it, leave this as it is`;
      return { at: ["members", place], message };
    });
  }, true),
  rule(
    "named-early",
    ["shows", "events", "releases", "videocalls", "setlists"],
    ({ file }, { roster, now }) => {
      const isSetlist = "songs" in file;
      const at = isSetlist ? NaN : Date.parse(file.publish_at ?? "");
      return namesIn(file).map(({ value, path }) => {
        const found = roster.find(String(value));
        if (found.kind !== "member") return undefined;
        const { name: hers, publish_at: day = "" } = found.member.file;
        if (!(Date.parse(day) > now) || at >= Date.parse(day)) return undefined;
        const message = isSetlist
          ? phrase`${quote(hers)} comes out on ${day}, and this names her before: take her out until
          then`
          : phrase`${quote(hers)} comes out on ${day}, and this names her before: write
          publish_at: ${day} here, too, or take her out until then`;
        return { at: path, message };
      });
    },
    true,
  ),
  rule("shows-before", "members", ({ file, source }, { content }) => {
    const before = file.shows_before;
    if (before === undefined) return undefined;
    const setlists = setlistsOf(content.setlists);
    const find = createSetlistFinder(setlists);
    const names = setlists.map(({ name }) => name);
    const sum = before.by_setlist.reduce((sum, { count }) => sum + count, 0);
    const unknown = before.by_setlist.map(({ setlist }, place): Finding | undefined => {
      if (find(setlist) !== undefined) return undefined;
      const at = ["shows_before", "by_setlist", place, "setlist"];
      const edit = spellingEdit(source, at, inOtherForm(setlist, names));
      const fix = edit && { ...edit, slip: `setlist ${setlist}` };
      return { at, message: unknownSetlist(setlist, setlists), fix };
    });
    if (sum <= before.total) return unknown;
    const message =
      phrase`The setlists add up to ${sum}, more than total, ${before.total}: correct one
      of the counts`;
    return [...unknown, { at: ["shows_before", "total"], message }];
  }, true),
];

function nameOf(who: GroupContent["shows"][number]["file"]["seitansai"][number]): string {
  return typeof who === "string" ? who : who.member;
}
