import type { KeyRecord } from "../access/records/key_store.ts";
import type { DayUsage } from "../quota/usage.ts";
import { type Html, html, type HtmlValue } from "../page/html.ts";
import {
  codeBlock,
  factList,
  formField,
  hiddenField,
  notice,
  secretBlock,
  time,
} from "../page/parts.ts";
import { plot } from "../page/plot.ts";
import type { KeyWords, Outcome } from "./words_en.ts";
import type { FieldErrors, Typed } from "./read_request.ts";
import type { OpenPlan } from "../model/plans.ts";

/** Where the pages are. */
export const KEY_PATHS = {
  signup: "/key",
  confirm: "/key/confirm",
  manage: "/key/manage",
  open: "/key/manage/open",
  addresses: "/key/manage/addresses",
  rotate: "/key/manage/rotate",
  replace: "/key/manage/replace",
  export: "/key/manage/export",
  delete: "/key/manage/delete",
} as const;

/** A page before it is laid out. */
export interface KeyPage {
  readonly title: string;
  readonly main: HtmlValue;
  readonly status?: number;
}

/** What every form brings: the language. */
function basics(words: KeyWords): Html {
  return hiddenField("lang", words.language);
}

/** The form with which one signs up. `address`: where the visitor comes from. */
export function signupPage(
  words: KeyWords,
  { plans, typed, errors, address }: {
    readonly plans: readonly OpenPlan[];
    readonly typed: Typed;
    readonly errors: FieldErrors;
    readonly address: string;
  },
): KeyPage {
  const { signup } = words;
  const isRefused = Object.keys(errors).length > 0;
  const field = (name: keyof FieldErrors) => ({ name, value: typed[name], error: errors[name] });
  return {
    title: signup.title,
    main: html`
      <h1>${signup.title}</h1><p class="text">${signup.about}</p>${isRefused &&
        notice("bad", html`<p>${words.errors.form}</p>`)}<form class="stack" method="post"
        action="${KEY_PATHS.signup}">${basics(words)}${formField({
          ...field("name"),
          label: signup.name,
          required: true,
          autocomplete: "name",
        })}${formField({
          ...field("email"),
          label: signup.email,
          note: signup.emailNote,
          type: "email",
          required: true,
          autocomplete: "email",
        })}${formField({
          ...field("note"),
          label: signup.note,
          note: signup.noteNote,
          required: true,
        })}${formField({
          ...field("ips"),
          label: signup.ips,
          note: signup.ipsNote(address),
        })}${plans.length > 1 && formField({
          ...field("plan"),
          label: signup.plan,
          choices: plans.map(({ name }) => [name, name]),
        })}<button class="main">${signup.button}</button></form><p
        class="text small">${signup
          .privacy}</p><p><a href="${`${KEY_PATHS.manage}?lang=${words.language}`}">${signup
          .manage}</a></p>
    `,
    ...(isRefused && { status: 400 }),
  };
}

/** A page that says what came of something. */
export function outcomePage(
  { title, text }: Outcome,
  { status = 200, links }: {
    readonly status?: number;
    readonly links?: HtmlValue;
  } = {},
): KeyPage {
  const box = status >= 400
    ? notice("bad", html`<p>${text}</p>`)
    : html`<p class="text">${text}</p>`;
  return { title, main: html`<h1>${title}</h1>${box}${links}`, status };
}

/** A page with one button: nothing else does the work of a letter's link. */
export function buttonPage(
  words: KeyWords,
  { title, text, button }: { title: string; text: string; button: string },
  { action, link }: { action: string; link: string },
): KeyPage {
  return {
    title,
    main: html`
      <h1>${title}</h1>
      <p class="text">${text}</p>
      <form method="post" class="stack"
        action="${action}">${basics(words)}${hiddenField(
          "link",
          link,
        )}<button class="main">${button}</button></form>
    `,
  };
}

/** The form in which one asks for the letter that opens the management of one's key. */
export function manageAskPage(words: KeyWords, error?: string): KeyPage {
  const { manageAsk, signup } = words;
  return {
    title: manageAsk.title,
    main: html`
      <h1>${manageAsk.title}</h1>
      <p class="text">${manageAsk.text}</p>
      <form class="stack" method="post"
        action="${KEY_PATHS.manage}">${basics(words)}${formField({
          name: "email",
          label: signup.email,
          type: "email",
          required: true,
          autocomplete: "email",
          error,
        })}<button class="main">${manageAsk.button}</button></form>
    `,
    ...(error !== undefined && { status: 400 }),
  };
}

/** Shows a secret that was made just now, on this answer alone. */
export function secretPage(
  words: KeyWords,
  { title, secret, request, back }: {
    readonly title: string;
    readonly secret: string;
    readonly request: string;
    readonly back?: HtmlValue;
  },
): KeyPage {
  const { made } = words;
  return {
    title,
    main: html`
      <h1>${title}</h1>${notice("warn", html`<p>${made.once}</p>`)}${secretBlock(
        secret,
        made.key,
      )}<p class="text">${made.ask}</p>${codeBlock(request, "sh")}<p><a
        href="${"/docs"}">${made.next}</a></p>${back}
    `,
  };
}

interface ManagedKey {
  readonly key: KeyRecord;
  readonly usage: readonly DayUsage[];
  readonly session: string;
  readonly said?: HtmlValue;
  readonly status?: number;
}

/** The page on which an owner manages a key. */
export function managePage(
  words: KeyWords,
  { key, usage, session, said, status = 200 }: ManagedKey,
): KeyPage {
  const { manage } = words;
  const form = (action: string, content: HtmlValue) =>
    html`
      <form method="post" class="stack" action="${action}">${basics(words)}${hiddenField(
        "session",
        session,
      )}${content}</form>
    `;
  const act = (action: string, button: string, note: string) =>
    form(action, html`<p class="text">${note}</p><button>${button}</button>`);
  return {
    title: manage.title,
    status,
    main: html`
      <h1>${manage.title}</h1>${said}<p
        class="text small">${manage.until}</p>${factList([
          [manage.key, html`<code>${key.hint}</code> <code>${key.id}</code>`],
          [manage.plan, key.plan],
          [manage.groups, key.groups.join(", ")],
          [manage.made, time(isoOf(key.createdAt), isoOf(key.createdAt).slice(0, 10))],
        ])}<h2>${manage.use}</h2>${plot({
          title: manage.requests,
          period: `${usage[0]?.day} – ${usage.at(-1)?.day}`,
          words: { figures: manage.figures, when: manage.day, language: words.language },
          points: usage.map(({ day }) => day),
          lines: [{ name: manage.requests, values: usage.map(({ used }) => used) }],
        })}<h2>${manage.addresses}</h2>${form(
          KEY_PATHS.addresses,
          html`${
            formField({
              name: "ips",
              label: manage.addresses,
              value: key.ips.join(", "),
              note: manage.addressesNote,
            })
          }<button>${manage.save}</button>`,
        )}<h2>${manage.rotation}</h2>${act(
          KEY_PATHS.rotate,
          manage.rotate,
          manage.rotateNote,
        )}${act(KEY_PATHS.replace, manage.replace, manage.replaceNote)}<h2>${manage.data}</h2>${act(
          KEY_PATHS.export,
          manage.export,
          `${key.owner} · ${key.email}`,
        )}<h2>${manage.deletion}</h2>${form(
          KEY_PATHS.delete,
          html`
            <p class="text">${manage
              .deleteNote}</p><label class="check"><input type="checkbox" name="sure"
                      value="yes" required>${manage.deleteSure}</label><button
              class="bad">${manage.deleteButton}</button>
          `,
        )}
    `,
  };
}

/** The form that leads back from a page that shows a secret. */
export function backForm(words: KeyWords, session: string): Html {
  return html`
    <form method="post" action="${KEY_PATHS.open}">${basics(words)}${hiddenField(
      "session",
      session,
    )}<button>${words.manage.back}</button></form>
  `;
}

function isoOf(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
