import { isReadable } from "../../access/gate/clear_text.ts";
import { isLive, type KeyRecord, type LetterLanguage } from "../../access/records/key_store.ts";
import { type Command, commandName } from "../../admin/command/command.ts";
import { canWrite, storeOfOwner } from "../../admin/owner/owner.ts";
import { runOnRecord } from "../../admin/trail/trail.ts";
import { OWNER } from "../../audit/entries.ts";
import type { BodyReader } from "../../http/body.ts";
import type { HeaderList } from "../../http/fixed_headers.ts";
import { methodNotAllowed, type ToHttpError } from "../../http/http_error.ts";
import { readOwnJson } from "../../http/own_json.ts";
import type { JsonBody, ParsedRequest } from "../../http/request.ts";
import { openPlans } from "../../model/plans.ts";
import { usedLinkKey } from "../../platform/credential_keys.ts";
import { setUntil, StoreError } from "../../platform/kv.ts";
import { Html, html } from "../../page/html.ts";
import { layout } from "../../page/layout.ts";
import type { OwnPages } from "../../routes/exchange.ts";
import { PRIVATE_PAGE_HEADERS } from "../../page/site_pack.ts";
import { lazily } from "../../toolbox/lazily.ts";
import {
  type FieldErrors,
  isOwnEmail,
  readOwnAddresses,
  readSignup,
  textOf,
} from "./read_request.ts";
import {
  askForKey,
  askToManage,
  confirmSignup,
  learn,
  rotateByOwner,
  type SignupDeps,
} from "./sign_up.ts";
import { LINK_MS } from "./links.ts";
import { ENGLISH, type KeyWords } from "./words_en.ts";
import { INDONESIAN } from "./words_id.ts";

interface KeyPagesDeps extends SignupDeps {
  readonly bodies: BodyReader;
  readonly toHttpError: ToHttpError;
  /** The commands of operators, by one of which an owner's data are deleted. */
  commands(): Promise<readonly Command[]>;
}

interface Asked {
  readonly words: KeyWords;
  readonly body: JsonBody;
  readonly address: string;
}

interface Reply {
  readonly status?: number;
  readonly type?: string;
  readonly text: string;
}

/** The statuses of the outcomes that the words have a text for. */
const STATUSES = {
  sent: 200,
  tooMany: 429,
  closed: 503,
  badLink: 404,
  used: 409,
  known: 409,
  plainHttp: 403,
  away: 503,
} as const;

type Outcome = keyof typeof STATUSES;

const WORDS: Readonly<Record<LetterLanguage, KeyWords>> = { en: ENGLISH, id: INDONESIAN };

/** The words of a language that was chosen; else of the one that the browser prefers. */
function wordsFor(chosen: string | undefined, headers: Headers): KeyWords {
  if (chosen === "en" || chosen === "id") return WORDS[chosen];
  const first = headers.get("accept-language")?.trim().slice(0, 2).toLowerCase();
  return first === "id" || first === "in" ? WORDS.id : WORDS.en;
}

const USAGE_DAYS = 30;
const PAGES = ["", "confirm", "manage"];
const OF_SIGNUP = ["", "confirm"];
const SCRIPT = "key.js";

const loadScript = lazily(() => Deno.readTextFile(new URL("./key.js", import.meta.url)));

/** `/key` and what is below it: one page, and the JSON that its script sends and gets. */
export function createKeyPages(deps: KeyPagesDeps): OwnPages {
  const { links, store: { kv, keys }, commandDeps: { clock } } = deps;

  /** What is sent, by the path below `/key`. */
  const acts: Readonly<Record<string, (asked: Asked) => Promise<Reply | Outcome>>> = {
    async ""({ words, body, address }) {
      const read = readSignup(body, openPlans(deps.index()), words);
      if ("errors" in read) return wrong(words.errors.form, read.errors);
      return await askForKey(deps, read.request, address);
    },
    async confirm({ body, address }) {
      const link = links.open("signup", textOf(body, "link"));
      if (link === undefined) return "badLink";
      const result = await confirmSignup(deps, link, address);
      if (result.outcome !== "made") return result.outcome;
      return json({ id: result.record.id, secret: result.secret });
    },
    async manage({ words: { errors }, body, address }) {
      const email = textOf(body, "email");
      if (!isOwnEmail(email)) return wrong(errors.email, { email: errors.email });
      return await askToManage(deps, email, address);
    },
    /** Opens the management by a link, once. */
    async "manage/open"({ body }) {
      const link = links.open("manage", textOf(body, "link"));
      if (link === undefined) return "badLink";
      const key = usedLinkKey(link.digest);
      const now = clock.now();
      const used = setUntil(key, {}, now + 2 * LINK_MS, now);
      if (await kv.commit([{ key, version: null }], [used]) === null) return "badLink";
      return await managed(link.content.key, { session: links.make("session", link.content) });
    },
    "manage/show": managing((id) => managed(id)),
    "manage/addresses": changing(async (id, { words: { errors }, body, address }) => {
      const ips = readOwnAddresses(textOf(body, "ips"));
      if (ips === undefined) return wrong(errors.ips, { ips: errors.ips });
      const own = storeOfOwner(deps, address, "key allow-ip");
      await own.keys.update(id, (key) => key.revokedAt === undefined ? { ...key, ips } : key);
      await learn(deps);
      return await managed(id);
    }),
    "manage/rotate": changing((id, asked) => rotate(asked, id, false)),
    "manage/replace": changing((id, asked) => rotate(asked, id, true)),
    "manage/delete": changing(async (id, { body, address }) => {
      if (body.sure !== true || await managedKey(id) === undefined) return "badLink";
      const forget = (await deps.commands()).find((one) => commandName(one) === "key forget")!;
      const input = { subject: id, values: new Map() };
      await runOnRecord(forget, deps.commandDeps, input, { by: OWNER, ip: address });
      await deps.credentials.refresh();
      return json({ id });
    }),
  };

  /** What is done to the key of a management that is open. */
  function managing(act: (id: string, asked: Asked) => Promise<Reply | Outcome>) {
    return async (asked: Asked): Promise<Reply | Outcome> => {
      const session = links.open("session", textOf(asked.body, "session"));
      return session === undefined ? "badLink" : await act(session.content.key, asked);
    };
  }

  /** What changes that key. */
  function changing(act: (id: string, asked: Asked) => Promise<Reply | Outcome>) {
    return managing((id, asked) => {
      deps.limit(id, "letter");
      return act(id, asked);
    });
  }

  /** The key of an open management, if it still opens something. */
  async function managedKey(id: string): Promise<KeyRecord | undefined> {
    const key = await keys.find(id);
    return key !== undefined && isLive(key, clock.now()) ? key : undefined;
  }

  async function managed(id: string, more: object = {}): Promise<Reply | Outcome> {
    const key = await managedKey(id);
    if (key === undefined) return "badLink";
    const { hint, plan, groups, ips, owner, email, createdAt } = key;
    const usage = await deps.meter.usage(key, USAGE_DAYS);
    const created_at = new Date(createdAt).toISOString();
    return json({ ...more, id, hint, plan, groups, ips, owner, email, created_at, usage });
  }

  async function rotate({ words, address }: Asked, id: string, isNow: boolean) {
    const rotated = await rotateByOwner(deps, id, { isNow, address });
    if (rotated === undefined) return "badLink";
    if (rotated !== "open") return json({ id, secret: rotated.secret });
    return json({ status: false, message: words.manage.overlap }, 409);
  }

  function isThere(path: string): boolean {
    if (!canWrite(deps)) return false;
    return !OF_SIGNUP.includes(path) || openPlans(deps.index()).length > 0;
  }

  function page(words: KeyWords, request: ParsedRequest, refusal?: "plainHttp"): Reply {
    const { language } = words;
    const data = {
      words,
      plans: openPlans(deps.index()).map(({ name }) => name),
      address: request.address,
      base: deps.baseUrl(),
    };
    const text = JSON.stringify(data).replaceAll("<", "\\u003c");
    const other = language === "en" ? "id" : "en";
    const main = refusal === undefined
      ? html`
        <div id="key"><noscript><p>${words.script}</p></noscript></div>
        <script
          type="application/json" id="data">${new Html(text)}</script>
      `
      : html`
        <h1>${words[refusal].title}</h1>
        <p class="notice bad">${words[refusal].text}</p>
      `;
    const whole = layout({
      title: words.signup.title,
      site: deps.index().site,
      lang: language,
      path: request.target.path,
      description: words.description,
      scripts: refusal === undefined ? [`/key/${SCRIPT}`] : [],
      main: html`${main}<p class="small"><a id="other" href="${`?lang=${other}`}"
          lang="${other}">${words.other}</a></p>`,
    });
    return { type: "text/html", text: whole, status: refusal === undefined ? 200 : 403 };
  }

  async function answer(raw: Request, request: ParsedRequest): Promise<Reply | undefined> {
    const { method, headers, target: { segments }, query } = request;
    const path = segments.slice(1).join("/");
    const words = wordsFor(query.get("lang")?.[0], headers);
    const isPage = PAGES.includes(path);
    const isAct = Object.hasOwn(acts, path);
    if (!(isPage || isAct || path === SCRIPT) || !isThere(path)) return undefined;
    const methods = [...isPage || path === SCRIPT ? ["GET", "HEAD"] : [], ...isAct ? ["POST"] : []];
    if (!methods.includes(method)) throw methodNotAllowed(methods);
    if (path === SCRIPT) return { type: "text/javascript", text: await loadScript() };
    const refusal = isReadable(request) ? "plainHttp" : undefined;
    if (method !== "POST") return page(words, request, refusal);
    if (refusal !== undefined) return said(words, refusal);
    const body = await readOwnJson(raw, request, deps.bodies);
    const own = wordsFor(textOf(body, "language"), headers);
    const reply = await acts[path]!({ words: own, body, address: request.address });
    return typeof reply === "string" ? said(own, reply) : reply;
  }

  return {
    root: "key",
    name: "key_pages",
    async answer(raw, request, fixed) {
      let answered: Reply | undefined;
      let own: HeaderList = [];
      try {
        answered = await answer(raw, request);
      } catch (error) {
        const words = wordsFor(undefined, request.headers);
        const refusal = error instanceof StoreError
          ? undefined
          : deps.toHttpError(error, request.method, request.requestId);
        own = refusal?.details.headers ?? [];
        answered = refusal === undefined || refusal.status === 500
          ? said(words, "away")
          : json(refusal.body(), refusal.status);
      }
      if (answered === undefined) return undefined;
      const { type = "application/json", text, status = 200 } = answered;
      const headers = new Headers(
        [...PRIVATE_PAGE_HEADERS, ...fixed, ...own] as [string, string][],
      );
      headers.set("content-type", `${type}; charset=utf-8`);
      return new Response(request.method === "HEAD" ? null : text, { status, headers });
    },
  };
}

function json(value: unknown, status = 200): Reply {
  return { status, text: JSON.stringify(value) };
}

/** What a page says of an outcome; for what did not work it is a refusal. */
function said(words: KeyWords, outcome: Outcome): Reply {
  const status = STATUSES[outcome];
  return json({ status: status < 400, message: words[outcome].text, outcome }, status);
}

function wrong(message: string, errors: FieldErrors): Reply {
  return json({ status: false, message, errors }, 400);
}
