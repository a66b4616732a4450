import { html, type HtmlValue } from "../page/html.ts";
import { notFoundPage } from "./outcome_pages.ts";
import type { PageContext, PanelPage } from "./page_context.ts";

interface Question {
  /** Ends with a question mark. */
  readonly title: string;
  /** What happens then, a sentence each. */
  readonly happens: readonly HtmlValue[];
  readonly action: string;
  readonly button: string;
  readonly fields?: HtmlValue;
  /** Where one gets away without doing it. */
  readonly back: string;
}

/** The page of a question; there is none if forms do nothing. */
export function questionPage({ isOn, formToken }: PageContext, question: Question): PanelPage {
  if (!isOn) return notFoundPage();
  const { title, happens, action, button, fields, back } = question;
  const main = html`
    <h1>${title}</h1>
    <ul class="text">${happens
      .map((sentence) => html`<li>${sentence}</li>`)}</ul>
    <form method="post" class="stack"
      action="${action}">${formToken()}${fields}<p><button
        class="main bad">${button}</button> <a href="${back}">Leave it as it is</a></p></form>
  `;
  return { title, main };
}
