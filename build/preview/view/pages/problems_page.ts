import { html } from "../../../../src/page/html.ts";
import { badge, emptyState } from "../../../../src/page/parts.ts";
import { problemsOf } from "../../../diagnostic/diagnostic.ts";
import { say } from "../../../words/say.ts";
import type { Folder } from "../folder.ts";
import type { PreviewPage } from "../frame.ts";
import { errorsIn, problemNotice, warningsIn } from "../parts.ts";

/** Everything that the last build has found, errors first. */
export function problemsPage({ report }: Folder): PreviewPage {
  const { isBroken } = report;
  const problems = problemsOf(report.problems);
  const draftProblems = problemsOf(report.draftProblems);
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  return {
    title: say`Problems`,
    main: html`
      <h1>${say`Problems`}</h1>
      <p class="text">${isBroken
        ? say`The last save has errors: what you see, and what is served, is the build before it.`
        : say`The last save is served.`} ${errors > 0 &&
        badge("bad", errorsIn(errors))} ${warnings > 0 &&
        badge("warn", warningsIn(warnings))}</p>
      ${problems.length === 0 &&
        emptyState(say`No problem. What deno task check finds appears here.`)}
      ${problems.map(({ first, others }) => problemNotice(first, true, others))}
      ${draftProblems.length > 0 && html`<h2>${say`In drafts`}</h2>
      <p class="small">${say`These count as soon as the draft is published.`}</p>
      ${draftProblems.map(({ first, others }) => problemNotice(first, true, others))}`}
    `,
  };
}
