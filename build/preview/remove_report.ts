import { DRAFTS_FILE, REPORT_FILE } from "./build_report.ts";

/** Removes what an earlier preview has left in a folder: drafts do not belong beside a build. */
export function removeReport(folder: string): void {
  for (const name of [REPORT_FILE, DRAFTS_FILE]) {
    try {
      Deno.removeSync(`${folder}/${name}`);
    } catch {
      // There is none, or it cannot be removed: nobody but a preview reads it.
    }
  }
}
