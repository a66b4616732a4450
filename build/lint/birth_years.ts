import type { GroupContent } from "../check/content.ts";
import { type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";

/** Nobody of a roster was born before it. */
const FIRST_YEAR = 1950;

/** Warns of members who were born before 1950, or after this year. */
export function warnBirthYears(
  { members }: GroupContent,
  report: ReportDiagnostic,
  thisYear: number,
): void {
  for (const { file: { birth_date: date }, source } of members) {
    const year = /^\d{4}/.exec(date ?? "")?.[0];
    if (year === undefined || (Number(year) >= FIRST_YEAR && Number(year) <= thisYear)) continue;
    const message = `Nobody here was born in ${year}: correct the year, ` +
      `or write --${date!.slice(5, 10)} where it is unknown`;
    report(warningAt(source.locate(["birth_date"]), message));
  }
}
