import { type Html, html, type HtmlValue } from "../../../../src/page/html.ts";
import { layout, type Navigation } from "../../../../src/page/layout.ts";
import { notice } from "../../../../src/page/parts.ts";
import { FRONT_PAGE, groupPath, PREVIEW_ROOT, problemNotice, PROBLEMS_PATH } from "./parts.ts";
import type { Folder, FolderGroup } from "./folder.ts";
import type { BuildReport } from "../../../preview/build_report.ts";
import { problemsOf } from "../../../diagnostic/diagnostic.ts";
import { COUNTS } from "../../../diagnostic/format.ts";
import { say, spokenLanguage } from "../../../words/say.ts";

/** A page of the preview. */
export interface PreviewPage {
  readonly title: string;
  /** The group that it is of; undefined: of the folder as a whole. */
  readonly group?: FolderGroup;
  /** The beginning of a group's page, with its heading. */
  readonly hero?: HtmlValue;
  readonly main: HtmlValue;
  readonly status?: 404;
}

/** The errors at the top of each page; the page of problems has all. */
const MAX_ERRORS = 3;

/** Lays a page of the preview out: errors of the last save, groups, the page itself. */
export function frame(
  { title, group, hero, main }: PreviewPage,
  folder: Folder,
  path: string,
): string {
  const { site, report, version } = folder;
  return layout({
    title,
    site: say`${site.title} · preview`,
    lang: spokenLanguage(),
    path,
    description: say`The content folder as its readers will see it.`,
    navigation: navigation(report),
    words: {
      skip: say`Skip to the text`,
      pages: say`Pages`,
      more: say`More`,
      documents: say`Documents`,
    },
    moreStyle: `${PREVIEW_ROOT}/preview.css`,
    scripts: [`${PREVIEW_ROOT}/preview.js`],
    main: html`<div data-version="${version}">${path !== PROBLEMS_PATH && brokenSave(report)}${
      groupSwitch(folder, group)
    }${hero}${main}</div>`,
  });
}

function navigation({ problems }: BuildReport): Navigation {
  const count = problems.length === 0 ? "" : ` (${problemsOf(problems).length})`;
  return [
    ["/", say`Preview`],
    [PROBLEMS_PATH, `${say`Problems`}${count}`],
    [FRONT_PAGE, say`Front page`],
    ["/docs", say`Documents`],
  ];
}

function brokenSave({ isBroken, problems }: BuildReport): Html | false {
  if (!isBroken) return false;
  const errors = problemsOf(problems).filter(({ severity }) => severity === "error");
  const more = errors.length - MAX_ERRORS;
  return html`
    <section class="broken"
      aria-label="${say`Errors of the last save`}">${notice(
        "bad",
        html`<p><strong>${say`The last save has ${
          COUNTS.error(errors.length)
        }.`}</strong> ${say`This page, and all that is served, is still the build before it. Correct the file and save it: this page follows by itself.`}</p>`,
      )}${errors.slice(0, MAX_ERRORS).map(({ first, others }) =>
        problemNotice(first, true, others)
      )}${more > 0 &&
        html`<p><a href="${PROBLEMS_PATH}">${
          more === 1 ? say`1 more error` : say`${more} more errors`
        }</a></p>`}</section>
  `;
}

function groupSwitch({ groups }: Folder, here: FolderGroup | undefined): Html | false {
  if (groups.length < 2 && here !== undefined) return false;
  return html`<nav class="groups" aria-label="${say`Groups`}">${
    groups.map(({ index: { slug, name, language } }) =>
      slug === here?.index.slug
        ? html`<a href="${groupPath(slug)}" lang="${language}" aria-current="true">${name}</a>`
        : html`<a href="${groupPath(slug)}" lang="${language}">${name}</a>`
    )
  }</nav>`;
}
