import { type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/quote.ts";
import type { Entry } from "./content.ts";
import { say } from "../words/say.ts";

/** Warns of icons that nobody else can load; answers of events leave them out. */
export function checkLabels(
  entries: readonly Entry<{ readonly label?: string | undefined }>[],
  report: ReportDiagnostic,
): void {
  for (const { file: { label }, source } of entries) {
    if (!label?.startsWith("/")) continue;
    const message = say`Cannot load the label ${
      quote(label)
    } from elsewhere: it is a path on another site;
        write its whole address, which starts with https://`;
    report(warningAt(source.locate(["label"]), message));
  }
}
