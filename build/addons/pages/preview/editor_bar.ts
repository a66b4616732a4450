import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { forCaller } from "../../../../src/platform/caller_paths.ts";
import { Html, html, type HtmlValue } from "../../../../src/page/html.ts";
import { badge, emptyState, notice } from "../../../../src/page/parts.ts";
import { instantWords } from "../../../../src/time/words.ts";
import type { GroupContent } from "../../../check/content.ts";
import { type Diagnostic, problemsOf } from "../../../diagnostic/diagnostic.ts";
import { COUNTS, excerpt, formatOthers, harmless } from "../../../diagnostic/format.ts";
import { LANGUAGES, say, spokenLanguage, wordsOf } from "../../../words/say.ts";
import type { PreviewedFile } from "./drafts.ts";

/** Where the preview's own pages and files lie; all other paths are the program's. */
export const PREVIEW_ROOT = "/preview";
export const PROBLEMS_PATH = `${PREVIEW_ROOT}/problems`;

/** What the last build has found, and what is shown. */
export interface Report {
  /** Another one after every build. */
  readonly version: string;
  /** Whether there were errors: then pages show an earlier build. */
  readonly isBroken: boolean;
  readonly problems: readonly Diagnostic[];
  readonly draftProblems: readonly Diagnostic[];
  readonly groups: readonly GroupContent[];
  readonly files: ReadonlyMap<string, PreviewedFile>;
}

/** What a page of the preview is of. */
export interface Place {
  /** The path and the query that the browser asks for. */
  readonly path: string;
  readonly group?: GroupContent | undefined;
  readonly file?: PreviewedFile | undefined;
}

/** A language of the bar is chosen below it. */
export const LANGUAGE_PATH = `${PREVIEW_ROOT}/language/`;

/** How much of a line is shown on each side of a problem, in characters: a phone has room for it. */
const SIDE = 18;

/** The errors on each page at most; the page of problems has all. */
const MAX_ERRORS = 3;

/** What stands in front of a page for its editor: its file and what is said of it, errors of the last save, ways on. */
export function editorBar(report: Report, { path, group, file }: Place, now: number): Html {
  const { version, isBroken, problems, draftProblems, groups } = report;
  const errors = isBroken ? problems.filter(({ severity }) => severity === "error") : [];
  const ofFile = [...problems, ...draftProblems].filter((one) =>
    one.place.file === file?.file && !errors.includes(one)
  );
  const count = problemsOf([...problems, ...draftProblems]).length;
  return html`
    <aside class="page" lang="${spokenLanguage()}" aria-label="${say`Preview`}" data-version="${version}">
      <nav class="tabs small" aria-label="${say`Preview`}">
        <strong>${say`Preview`}</strong>
        ${groups.map(({ slug, group: { name, language } }) =>
          link(`${PREVIEW_ROOT}/groups/${encodeURIComponent(slug)}`, name, path, language)
        )}${link(PROBLEMS_PATH, `${say`Problems`} (${count})`, path)}${link(
          "/?front",
          say`Front page`,
          path,
        )}${LANGUAGES.filter((one) => one !== spokenLanguage()).map((one) =>
          link(
            `${LANGUAGE_PATH}${one}?at=${encodeURIComponent(path)}`,
            { en: "English", id: "Bahasa Indonesia" }[one],
            path,
            one,
          )
        )}
      </nav>
      ${group && file && html`<p>${fileLine(group, file, now)}</p>`}
      ${path !== PROBLEMS_PATH && brokenSave(errors)}${noticesOf(ofFile, Infinity, file?.file)}
    </aside>
  `;
}

function link(href: string, name: string, path: string, lang = spokenLanguage() as string): Html {
  return html`<a href="${href}" lang="${lang}" ${
    href === path && html`aria-current="page"`
  }>${name}</a>`;
}

/** Which file a page is of, the way to it, and who sees it already. */
function fileLine(
  { group: { timezone, public: level } }: GroupContent,
  { file, isDraft, from }: PreviewedFile,
  now: number,
): Html {
  return html`${fileLink(file)}${
    isDraft && html`
      ${badge("warn", say`draft`)}
    `
  }${
    from > now && html`
      ${badge("warn", say`comes out ${instantWords(from, { timezone }, now, spokenLanguage())}`)}
    `
  }${
    level !== "site" && html`
      ${badge("plain", say`only you see this page: public in group.yaml is ${level}`)}
    `
  }`;
}

/** A file to copy, and to open in an editor. */
function fileLink(file: string, line = 1, column = 1): Html {
  const { pathname } = pathToFileURL(resolve(file));
  const address = `vscode://file${pathname}:${line}:${column}`.replaceAll("&", "&amp;");
  return html`<code>${harmless(forCaller(file))}</code> ${new Html(
    // The template lets no other scheme pass than those of the web; a URL's path has no quotes.
    `<a href="${address}">${say`Open in VS Code`}</a>`,
  )}`;
}

function brokenSave(errors: readonly Diagnostic[]): HtmlValue {
  if (errors.length === 0) return undefined;
  const all = problemsOf(errors);
  const more = all.length - MAX_ERRORS;
  return html`${
    notice(
      "bad",
      html`<p><strong>${say`The last save has ${
        COUNTS.error(all.length)
      }.`}</strong> ${say`This page, and all that is served, is still the build before it. Correct the file and save it: this page follows by itself.`}</p>`,
    )
  }${noticesOf(errors, MAX_ERRORS)}${
    more > 0 &&
    html`<p><a href="${PROBLEMS_PATH}">${
      more === 1 ? say`1 more error` : say`${more} more errors`
    }</a></p>`
  }`;
}

/** Problems with their places, each thing that is wrong once; of the file `shown` the page has the name already. */
function noticesOf(said: readonly Diagnostic[], most = Infinity, shown?: string): HtmlValue {
  return problemsOf(said).slice(0, most).map(({ first, others }) => {
    const { severity, message, place: { file, line, column, text = "" } } = first;
    const [tone, word] = severity === "error"
      ? ["bad", say`Error`] as const
      : ["warn", say`Warning`] as const;
    return notice(
      tone,
      html`
        <p><strong>${word}:</strong> ${harmless(wordsOf(message))}</p>${text.trim() !== "" &&
          html`<pre tabindex="0">${excerpt(text, column, SIDE).join("\n")}</pre>`}<p
          class="small">${say`Line ${line}, column ${column}`}${file !== shown && html`
            · ${fileLink(file, line, column)}
          `}${others.length > 0 && html`<br>${formatOthers(others.map(({ place }) => place))}`}</p>
      `,
    );
  });
}

/** Everything that the last build has found, errors first, and what is not out yet. */
export function problemsMain(
  { isBroken, problems, draftProblems, groups, files }: Report,
  now: number,
): Html {
  const hidden = [...files].filter(([, { isDraft, from }]) => isDraft || from > now);
  const names = new Map(hidden.map(([path, one]) => [one.file, { path, ...one }]));
  return html`
    <h1>${say`Problems`}</h1>
    <p>${isBroken
      ? say`The last save has errors: what you see, and what is served, is the build before it.`
      : say`What you saved last is shown.`}</p>
    ${problems.length === 0 &&
      emptyState(
        draftProblems.length === 0
          ? say`No problem. What deno task check finds appears here.`
          : say`No problem in what is published.`,
      )}
    ${groups.length === 0 &&
      html`<p>${say`The content folder has no group yet. Make the first with`} <code>deno task new
group groupa "${say`Its name`}"</code>.</p>`}
    ${noticesOf(problems)}
    ${draftProblems.length > 0 && html`<h2>${say`In drafts`}</h2>
    <p class="small">${say`These count as soon as the draft is published.`}</p>${
      noticesOf(draftProblems)
    }`}
    ${names.size > 0 && html`
      <h2>${say`Not out yet`}</h2>
      <ul>${[...names.values()].map(({ path, file, isDraft }) =>
        html`<li>${
          /\/(members|shows|news)\/[^/]+$/.test(path)
            ? html`<a href="${PREVIEW_ROOT}${path}">${file.split("/").slice(-2).join("/")}</a>`
            : file.split("/").slice(-2).join("/")
        }${
          isDraft && html`
            ${badge("warn", say`draft`)}
          `
        }</li>`
      )}</ul>
    `}
  `;
}
