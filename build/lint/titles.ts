import type { Entry, GroupContent } from "../check/content.ts";
import {
  leadingDay,
  leadingHour,
  leadingNoDay,
  leadingYearlessDay,
} from "../check/explain/leading_day.ts";
import { plainly } from "../check/explain/written_times.ts";
import { dayWithoutYear } from "../check/explain/written_days.ts";
import { type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/wording.ts";
import { phrase } from "../words/say.ts";

/** What has a title, and a day of its own. */
interface Titled {
  readonly title?: string | undefined;
  readonly date?: string | undefined;
  readonly release_date?: string | undefined;
}

/** Warns of titles that begin with a day or an hour, which belong into other fields. */
export function warnDatedTitles(
  { shows, events, news, releases, group: { timezone } }: GroupContent,
  report: ReportDiagnostic,
): void {
  const all: readonly (readonly Entry<Titled>[])[] = [shows, events, news, releases];
  for (const entry of all.flat()) warnTitle(entry, timezone, report);
}

function warnTitle(
  { file, source }: Entry<Titled>,
  zone: string,
  report: ReportDiagnostic,
): void {
  const { title } = file;
  const written = title !== undefined && /\p{Nd}/u.test(title) && outerDay(title, file, zone);
  if (!written) return;
  const message = phrase`This title begins with ${
    quote(written)
  }, and days and hours have fields of their
    own: write the name alone`;
  report(warningAt(source.locate(["title"]), message));
}

/** A celebration may be called after its day: `17 Agustus` is a title on every other day. */
function outerDay(
  title: string,
  { date, release_date = date }: Titled,
  zone: string,
): string | undefined {
  const bare = leadingYearlessDay(title);
  const isOwn = bare !== undefined && release_date !== undefined &&
    release_date.endsWith(dayWithoutYear(bare) ?? "none");
  const hour = leadingHour(title);
  // A song may be called as an hour.
  const isMore = hour !== plainly(title);
  return leadingDay(title, zone)?.written ?? leadingNoDay(title) ??
    (isOwn ? bare : isMore ? hour : undefined);
}
