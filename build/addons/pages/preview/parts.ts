import type { PreviewProblem } from "../../../preview/build_report.ts";
import { type Html, html, type HtmlValue } from "../../../../src/page/html.ts";
import { badge, notice } from "../../../../src/page/parts.ts";
import type { PageKind } from "../../../../src/addons/pages/reader.ts";
import { instantWords } from "../../../../src/time/words.ts";
import type { FolderGroup, FolderItem, ItemView } from "./folder.ts";
import { COUNTS, formatOthers, harmless } from "../../../diagnostic/format.ts";
import { say, spokenLanguage, wordsOf } from "../../../words/say.ts";

/** Where the preview's own pages and files lie; all other paths are the program's. */
export const PREVIEW_ROOT = "/preview";

/** The program's own front page, in whose place the preview stands. */
export const FRONT_PAGE = "/?front";

export const PROBLEMS_PATH = `${PREVIEW_ROOT}/problems`;
export const VERSION_PATH = `${PREVIEW_ROOT}/version`;

/** The page of a group. */
export function groupPath(group: string): string {
  return `${PREVIEW_ROOT}/groups/${encodeURIComponent(group)}`;
}

/** The page of an item. */
export function itemPath(
  { group, kind, id }: { readonly group: string; readonly kind: PageKind; readonly id: string },
): string {
  return `${groupPath(group)}/${kind}/${encodeURIComponent(id)}`;
}

/** The page of a month (`YYYY-MM`). */
export function monthPath(group: string, month: string): string {
  return `${groupPath(group)}/calendar/${month}`;
}

/** The page of all members, or all articles from a page of the list on. */
export function listPath(group: string, list: "members" | "news", page = 1): string {
  return `${groupPath(group)}/${list}${page === 1 ? "" : `?page=${page}`}`;
}

/** What an item's readers do not see: that it is a draft or comes out later, and how many problems it has. */
export function marks(
  item: FolderItem<unknown, unknown>,
  { from }: ItemView<unknown>,
  group: FolderGroup,
  now: number,
): Html {
  const { isDraft, problems } = item;
  return html`${
    isDraft && html`
      ${badge("warn", say`draft`)}
    `
  }${
    from !== undefined &&
    html`
      ${badge("warn", say`comes out ${instantWords(from, group.index, now, spokenLanguage())}`)}
    `
  }${
    problems.length > 0 && html`
      ${problemBadge(problems)}
    `
  }`;
}

function problemBadge(problems: readonly PreviewProblem[]): Html {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  return errors > 0
    ? badge("bad", COUNTS.error(errors))
    : badge("warn", COUNTS.warning(problems.length));
}

/** Where an item's file is, from the group's folder. */
export function shortPath({ file }: FolderItem<unknown, unknown>): HtmlValue {
  return file && html`<code class="path">${file.split("/").slice(-2).join("/")}</code>`;
}

/** The file of an item, and what is wrong with it. */
export function fileNotes({ file, problems }: FolderItem<unknown, unknown>): Html {
  const told = file === undefined
    ? say`The next build shows which file this is.`
    : html`${say`File:`} <code>${file}</code>`;
  return html`<p class="small">${told}</p>${problems.map((one) => problemNotice(one, false))}`;
}

/**
 * A problem with its line; errors differ by word and colour from warnings. `isFileTold`: names the file,
 * and the further places of the problem.
 */
export function problemNotice(
  { severity, message, file, line, column, excerpt }: PreviewProblem,
  isFileTold: boolean,
  others: readonly PreviewProblem[] = [],
): Html {
  const [tone, word] = severity === "error"
    ? ["bad", say`Error`] as const
    : ["warn", say`Warning`] as const;
  const place = isFileTold
    ? html`<code>${file}:${line}:${column}</code>`
    : say`Line ${line}, column ${column}`;
  return notice(
    tone,
    html`
      <p lang="${spokenLanguage()}"><strong>${word}:</strong> ${harmless(
        wordsOf(message),
      )}</p>${excerpt &&
        html`<pre tabindex="0">${excerpt.join("\n")}</pre>`}<p
        class="small">${place}${isFileTold && others.length > 0 && html`
          ${formatOthers(others)}
        `}</p>
    `,
  );
}
