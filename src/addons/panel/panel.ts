import { isReadable } from "../../access/gate/clear_text.ts";
import { passwordDigest } from "../../access/records/user_store.ts";
import { answerCommand } from "../../admin/http/admin_family.ts";
import type { Core } from "../../core/core.ts";
import type { HeaderList } from "../../http/fixed_headers.ts";
import { HttpError, methodNotAllowed, tryAgain } from "../../http/http_error.ts";
import { readOwnJson } from "../../http/own_json.ts";
import { type JsonBody, namesOwnHost, type ParsedRequest } from "../../http/request.ts";
import { type Html, html } from "../../page/html.ts";
import { layout } from "../../page/layout.ts";
import { codeBlock } from "../../page/parts.ts";
import type { OwnPages } from "../../routes/exchange.ts";
import { PRIVATE_PAGE_HEADERS } from "../../page/site_pack.ts";
import { deadline } from "../../platform/clock.ts";
import { StoreError } from "../../platform/kv.ts";
import { lazily } from "../../toolbox/lazily.ts";
import { createSessions } from "./sessions.ts";

/** `text` can be written into the page by the script in no other way than as text. */
const TRUSTED_TYPES = "; require-trusted-types-for 'script'; trusted-types 'none'";
const HEADERS: HeaderList = PRIVATE_PAGE_HEADERS.map(([name, value]) =>
  name === "content-security-policy" ? [name, value + TRUSTED_TYPES] : [name, value]
);
const ALLOWED = ["GET", "HEAD"];
/** How long the page waits to learn whether there is an administrator. */
const LOOK_MS = 1_000;

const HTML = "text/html; charset=utf-8";
const FOREIGN_HOST =
  "On the machine itself /admin answers to localhost, 127.0.0.1, [::1] and the host " +
  "of base_url in site.yaml, and to no other name";
const PLAIN_HTTP =
  "Over plain http others can read the password: open /admin over https, or on the " +
  "machine itself at its loopback address; a proxy in front has to be named in TRUSTED_PROXIES";
const STORE_AWAY =
  "The store cannot be reached: nothing was done, and what it holds cannot be shown";

const loadScript = lazily(() => Deno.readTextFile(new URL("./panel.js", import.meta.url)));

interface Reply {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
  readonly headers?: HeaderList;
}

/** `/admin` and what is below it. The page does nothing that `/admin/api/` does not do. */
export function openPanel(core: Core): OwnPages {
  const { admin, dispatch, store, index, platform: { clock, random, log } } = core;
  const sessions = createSessions({ ...store, clock, random });

  async function reply(raw: Request, request: ParsedRequest): Promise<Reply> {
    const { method, target: { segments } } = request;
    const path = segments.slice(1).join("/");
    if (isReadable(request)) throw new HttpError("INVALID_CREDENTIALS", { message: PLAIN_HTTP });
    // Over https a name needs a certificate.
    if (!request.isSecure && !namesOwnHost(raw, () => index().site.base_url)) {
      throw new HttpError("INVALID_CREDENTIALS", { message: FOREIGN_HOST });
    }
    if (path.startsWith("api/")) return await answerApi(raw, request);
    if (method === "POST") {
      if (path !== "login" && path !== "logout") throw methodNotAllowed(ALLOWED);
      const body = await readOwnJson(raw, request, dispatch.bodies);
      return path === "login" ? await logIn(request, body) : await logOut(request);
    }
    if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(ALLOWED);
    if (path === "") return await page(request);
    if (path !== "panel.js") throw new HttpError("NOT_FOUND");
    return { type: "text/javascript; charset=utf-8", body: await loadScript() };
  }

  async function answerApi(raw: Request, request: ParsedRequest): Promise<Reply> {
    const body = request.method === "POST" ? await readOwnJson(raw, request, dispatch.bodies) : {};
    const session = await sessions.find(request);
    if (session === undefined) throw new HttpError("INVALID_CREDENTIALS");
    const caller = { kind: "admin", username: session.user.id } as const;
    const value = await answerCommand(
      admin,
      { ...request, body },
      caller,
      ({ at }) => at?.method === "GET" || admin.isOn,
    );
    return { body: JSON.stringify(value) };
  }

  async function logIn(request: ParsedRequest, { username, password }: JsonBody): Promise<Reply> {
    if (typeof username !== "string" || typeof password !== "string") {
      throw new HttpError("INVALID_CREDENTIALS");
    }
    const isRight = await admin.admins.verify({ username, password }, request);
    const user = isRight ? await store.users.find(username) : undefined;
    // What was proved may be the password of before.
    if (user?.digest !== passwordDigest(store.secretHash, username, password)) {
      throw new HttpError("INVALID_CREDENTIALS", { message: "Name and password do not match" });
    }
    log.info("An administrator logged in", { username, address: request.address });
    return { body: JSON.stringify({ username }), headers: [sessions.begin(request, user)] };
  }

  async function logOut(request: ParsedRequest): Promise<Reply> {
    const session = await sessions.find(request);
    return { body: "{}", headers: session ? [await sessions.end(request, session)] : [] };
  }

  async function page(request: ParsedRequest): Promise<Reply> {
    const [users, session] = await Promise.all([
      deadline(clock, LOOK_MS, store.users.list()).catch(() => undefined),
      sessions.find(request).catch(() => undefined),
    ]);
    const zone = index().groups[0]?.timezone ?? "UTC";
    const main = html`
      <div id="panel" data-zone="${zone}" data-user="${session?.user.id ??
        ""}">${users?.length === 0
        ? html`
          <h1>No administrator yet</h1>
          <p>Make one at the machine, then load this page again.</p>
          ${codeBlock("deno task admin user add NAME", "sh")}
        `
        : html`<noscript><p>This page needs JavaScript; the command line does the same:
            <code>deno task admin --help</code></p></noscript>`}</div>
    `;
    return { type: HTML, body: layoutOf(main, ["/admin/panel.js"]) };
  }

  function layoutOf(main: Html, scripts: readonly string[] = []): string {
    const { site } = index();
    return layout({
      title: "Operators",
      site: { ...site, title: `${site.title} · operators` },
      lang: "en",
      path: "/admin",
      home: "/admin",
      description: "The state of the service, its keys and tokens, for its operators.",
      navigation: [["/", "Home"], ["/docs", "Documents"]],
      scripts,
      main,
    });
  }

  function refusalReply({ method, target }: ParsedRequest, refusal: HttpError): Reply {
    const { status, message, details: { headers = [] } } = refusal;
    const isPage = target.segments.length === 1 && method !== "POST";
    if (!isPage) return { status, headers, body: JSON.stringify(refusal.body()) };
    const main = html`
      <h1>This page cannot be shown</h1>
      <p class="notice bad">${message}</p>
    `;
    return { status, headers, type: HTML, body: layoutOf(main) };
  }

  return {
    root: "admin",
    name: "panel",
    async answer(raw, request, fixed) {
      let made: Reply;
      try {
        made = await reply(raw, request);
      } catch (error) {
        const cause = error instanceof StoreError ? tryAgain(STORE_AWAY) : error;
        made = refusalReply(
          request,
          dispatch.toHttpError(cause, request.method, request.requestId),
        );
      }
      const { status = 200, type = "application/json; charset=utf-8", body, headers = [] } = made;
      const all = new Headers([...HEADERS, ...fixed, ...headers] as [string, string][]);
      all.set("content-type", type);
      return new Response(request.method === "HEAD" ? null : body, { status, headers: all });
    },
  };
}
