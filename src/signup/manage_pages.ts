import { html } from "../page/html.ts";
import { notice } from "../page/parts.ts";
import {
  claimLink,
  deleteByOwner,
  exportOf,
  managedKey,
  rotateByOwner,
  setAddresses,
} from "./manage.ts";
import {
  backForm,
  KEY_PATHS,
  type KeyPage,
  manageAskPage,
  managePage,
  outcomePage,
  secretPage,
} from "./pages.ts";
import { isOwnEmail, readOwnAddresses } from "./read_request.ts";
import { askToManage } from "./sign_up.ts";
import {
  askedPage,
  badLink,
  behindButton,
  type KeyPagesDeps,
  type PageRequest,
  type PageTable,
  requestOf,
  type Shown,
  textOf,
} from "./page_request.ts";

const USAGE_DAYS = 30;

/** Creates the pages on which owners manage their keys: what they show, and what their forms do. */
export function createManagePages(
  deps: KeyPagesDeps,
): { readonly shown: PageTable; readonly sent: PageTable } {
  const { links } = deps;

  const shown: PageTable = {
    [KEY_PATHS.manage]: (visit) =>
      Promise.resolve(
        textOf(visit, "link") === ""
          ? manageAskPage(visit.words)
          : behindButton(deps, visit, "manage"),
      ),
  };

  const sent: PageTable = {
    [KEY_PATHS.manage]: async (visit) => {
      const { words, request: { address } } = visit;
      const email = textOf(visit, "email");
      if (!isOwnEmail(email)) return manageAskPage(words, words.errors.email);
      return askedPage(words, await askToManage(deps, email, address));
    },
    [KEY_PATHS.open]: open,
    [KEY_PATHS.addresses]: (visit) =>
      managing(visit, async (id) => {
        const { words, request: { address } } = visit;
        const ips = readOwnAddresses(textOf(visit, "ips"));
        if (ips === undefined) return await manage(visit, id, words.errors.ips, 400);
        const changed = await setAddresses(deps, id, ips, address);
        return changed ? await manage(visit, id, words.manage.saved) : badLink(visit);
      }),
    [KEY_PATHS.rotate]: (visit) => managing(visit, (id) => rotate(visit, id, false)),
    [KEY_PATHS.replace]: (visit) => managing(visit, (id) => rotate(visit, id, true)),
    [KEY_PATHS.export]: (visit) =>
      managing(visit, async (id) => {
        const key = await managedKey(deps, id);
        return key === undefined ? badLink(visit) : { file: await exportOf(deps, key) };
      }),
    [KEY_PATHS.delete]: (visit) =>
      managing(visit, async (id) => {
        const { words, request: { address } } = visit;
        if (textOf(visit, "sure") !== "yes" || await managedKey(deps, id) === undefined) {
          return badLink(visit);
        }
        await deleteByOwner(deps, await deps.commands(), id, address);
        return outcomePage(words.manage.deleted);
      }),
  };

  /** Opens the management by a link, once; or goes on with an open one. */
  async function open(visit: PageRequest): Promise<Shown> {
    if (textOf(visit, "session") !== "") return await managing(visit, (id) => manage(visit, id));
    const link = links.open("manage", textOf(visit, "link"));
    if (link === undefined || !await claimLink(deps, link.digest)) return badLink(visit);
    const session = links.make("session", link.content);
    return await manage(visit, link.content.key, undefined, 200, session);
  }

  async function managing(visit: PageRequest, act: (id: string) => Promise<Shown>): Promise<Shown> {
    const session = links.open("session", textOf(visit, "session"));
    return session === undefined ? badLink(visit) : await act(session.content.key);
  }

  async function manage(
    visit: PageRequest,
    id: string,
    said?: string,
    status = 200,
    session = textOf(visit, "session"),
  ): Promise<KeyPage> {
    const key = await managedKey(deps, id);
    if (key === undefined) return badLink(visit);
    return managePage(visit.words, {
      key,
      usage: await deps.meter.usage(key, USAGE_DAYS),
      session,
      said: said !== undefined && notice(status === 200 ? "info" : "bad", html`<p>${said}</p>`),
      status,
    });
  }

  async function rotate(visit: PageRequest, id: string, isNow: boolean): Promise<Shown> {
    const { words, request: { address } } = visit;
    const rotated = await rotateByOwner(deps, id, { isNow, address });
    if (rotated === undefined) return badLink(visit);
    if (rotated === "open") return await manage(visit, id, words.manage.overlap, 409);
    const { secret } = rotated;
    return secretPage(words, {
      title: words.manage.newSecret,
      secret,
      request: requestOf(deps, secret),
      back: backForm(words, textOf(visit, "session")),
    });
  }

  return { shown, sent };
}
