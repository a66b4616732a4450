import type { PlansFile } from "../../src/model/content/site.ts";
import { errorAt, type ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import type { Source, ValuePath } from "../read/source.ts";
import { say } from "../words/say.ts";

/** `5.000` is five to YAML, and five thousand to most who write it. */
const THOUSANDS = /^\d{1,3}(?:\.\d{3})+$/;

const LIKE_THOUSANDS = /\d\.\d{3}/;

/** Refuses numbers of plans that look like thousands and are read as less. */
export function checkPlanNumbers(plans: PlansFile, source: Source, report: ReportDiagnostic): void {
  if (!LIKE_THOUSANDS.test(source.yaml)) return;
  for (const [name, plan] of Object.entries(plans)) {
    for (const field of ["streams", "webhooks"]) checkNumber([name, field], source, report);
    for (const part of ["rate", "quota"] as const) {
      for (const field of Object.keys(plan[part])) {
        checkNumber([name, part, field], source, report);
      }
    }
  }
}

function checkNumber(path: ValuePath, source: Source, report: ReportDiagnostic): void {
  const written = source.written(path);
  if (written === undefined || !THOUSANDS.test(written)) return;
  const meant = written.replaceAll(".", "");
  const message = say`Cannot use "${path.join(".")}": ${written} is read as ${Number(written)}.
    Write ${meant}, or ${Number(written)} without zeros behind a point`;
  report(errorAt(source.locate(path), message));
}
