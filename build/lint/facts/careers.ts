import type { MemberFile } from "../../schema/content/member.ts";
import type { Entry, GroupContent } from "../../check/content.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import { quote } from "../../diagnostic/wording.ts";
import type { ValuePath } from "../../read/source.ts";
import { phrase, type Words } from "../../words/say.ts";

/** A part of a career with its days as they are in the group's zone. */
interface Step {
  readonly from: string;
  /** Undefined: it goes on. */
  readonly to?: string | undefined;
  readonly team?: string | undefined;
}

/** A career, and what else her file says of its days. */
interface Career {
  readonly steps: readonly Step[];
  readonly joined: string | undefined;
  readonly graduated: string | undefined;
  /** Warns of what is at a path of her file. */
  warn(path: ValuePath, message: Words): void;
}

/**
 * Warns of careers that contradict themselves, or the days on which members join and graduate, or their
 * team of today. `today`: the group's day.
 */
export function warnCareers(
  { members }: Pick<GroupContent, "members">,
  report: ReportDiagnostic,
  today: string,
): void {
  for (const member of members) {
    if (member.file.history.length === 0) continue;
    const career = careerOf(member, report);
    career.steps.forEach((step, place) => {
      warnDays(career, step, place);
      warnEnd(career, member.file, step, place, today);
    });
    warnStepOrder(career);
    warnTeam(career, member.file, today);
  }
}

/** Warns of the first part that begins before the one above it. */
function warnStepOrder({ steps, warn }: Career): void {
  const place = steps.findIndex(({ from }, at) => at > 0 && from < steps[at - 1]!.from);
  if (place < 0) return;
  const message = phrase`This begins before the part above it, ${steps[place - 1]!.from}: write the
    earliest first`;
  warn(["history", place, "from"], message);
}

function careerOf(
  { file, source }: Entry<MemberFile>,
  report: ReportDiagnostic,
): Career {
  return {
    steps: file.history,
    joined: file.joined,
    graduated: file.graduated,
    warn: (path, message) => report(warningAt(source.locate(path), message)),
  };
}

/** Warns of a part that ends before it begins, or is before she joined or after she graduated. */
function warnDays(career: Career, { from, to }: Step, place: number): void {
  const { joined, graduated } = career;
  const warn = (field: string, message: Words) => career.warn(["history", place, field], message);
  if (to !== undefined && to < from) {
    return warn("to", phrase`${"to"} is before ${"from"} (${from}): correct one of them`);
  }
  if (joined !== undefined && from < joined) {
    return warn(
      "from",
      phrase`This is before the day she joined, ${joined}: correct one of the days`,
    );
  }
  if (graduated === undefined) return;
  const late = from > graduated ? "from" : to !== undefined && to > graduated ? "to" : undefined;
  if (late === undefined) return;
  warn(late, phrase`This is after the day she graduates, ${graduated}: correct one of the days`);
}

/** Warns of a part that goes on though she has graduated. */
function warnEnd(
  { graduated, warn }: Career,
  { status }: MemberFile,
  { to }: Step,
  place: number,
  today: string,
): void {
  const hasLeft = graduated === undefined ? status === "graduated" : graduated <= today;
  if (to !== undefined || !hasLeft) return;
  const message = graduated === undefined
    ? phrase`She has graduated, and this goes on: add to: and the day on which it ended`
    : phrase`She has graduated, and this goes on: add to: ${graduated}, or the day on which it ended`;
  warn(["history", place], message);
}

/** Warns of a team that her career does not have today; who has graduated keeps the name of any of hers. */
function warnTeam(
  { steps, graduated, warn }: Career,
  { team, status }: MemberFile,
  today: string,
): void {
  const inTeams = steps.filter((step) => step.team !== undefined && step.from <= today);
  if (inTeams.length === 0) return;
  const hasLeft = status === "graduated" || (graduated !== undefined && graduated <= today);
  const present = hasLeft ? inTeams : inTeams.filter(({ to }) => to === undefined || to >= today);
  if (present.some((step) => step.team === team)) return;
  const [last] = present.slice(-1);
  if (team === undefined) {
    if (last === undefined || hasLeft) return;
    const message = phrase`She is in ${
      quote(last.team!)
    } since ${last.from}, and has no team of today:
      add team: ${last.team}, or the day on which it ended`;
    return warn(["history", steps.indexOf(last)], message);
  }
  const message = last === undefined
    ? phrase`Her career has no team of today, and this is ${quote(team)}: add it to history, or take
      this away`
    : phrase`Her career has ${quote(last.team!)}, and this is ${quote(team)}: correct one of them`;
  warn(["team"], message);
}
