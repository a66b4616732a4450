/** How problems are told: to people, to GitHub Actions, to programs. */
export const REPORT_FORMATS = ["text", "github", "json"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export function isReportFormat(word: string): word is ReportFormat {
  return REPORT_FORMATS.some((format) => format === word);
}
