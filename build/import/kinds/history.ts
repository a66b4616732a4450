import { isDeepStrictEqual } from "node:util";
import { isCivilDate, isInstant, readCivilDate } from "../../../src/time/civil_date.ts";
import { dayOf } from "../dates/read_moment.ts";
import type { ImportContext } from "../merge/file_kind.ts";
import type { Rule } from "../merge/rules.ts";
import type { RecordReader } from "../record/record.ts";
import { isKnown, textOf } from "../record/values.ts";
import { say } from "../../words/say.ts";

/** A part of a career, as a file has it. */
type Step = Readonly<Record<string, unknown>>;

/** The parts of a member's career; one without the day on which it began is lost. */
export function readHistory(
  record: RecordReader,
  { zone, lose }: ImportContext,
): Step[] | undefined {
  return record.items("history")?.flatMap((part, place) => {
    const { from, to, team, role, generation, ...rest } = part;
    record.loseBeside("history", rest);
    const begun = dayOf(from, zone);
    const what = known({
      team: textOf(team),
      role: textOf(role),
      generation: textOf(generation),
    });
    const ended = dayOf(to, zone);
    if (begun !== undefined && Object.keys(what).length > 0 && (ended ?? !isKnown(to))) {
      return [known({ from: begun, to: ended, ...what })];
    }
    const reason = say`expected a day, and a team, a role or a generation`;
    lose(record.where, "history", reason, { number: place + 1, ...part });
    return [];
  });
}

function known(fields: Step): Step {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** An instant and the day that it is in the group's zone are the same. */
export const historyRule: Rule = (had, wanted, { zone }) => {
  const steps = (list: unknown) =>
    ((list ?? []) as readonly Step[]).map((step) => known({ ...step, ...days(step, zone) }));
  return isDeepStrictEqual(steps(had), steps(wanted)) ? had : wanted;
};

function days({ from, to }: Step, zone: string): Step {
  const day = (written: unknown) =>
    typeof written === "string" && (isCivilDate(written) || isInstant(written))
      ? readCivilDate(written, zone)
      : written;
  return { from: day(from), to: day(to) };
}
