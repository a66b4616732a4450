import { admitFree, OPEN_GATE } from "../access/gate/gate.ts";
import type { Content } from "../catalog/content.ts";
import type { Caller } from "../access/gate/caller.ts";
import { noCredential } from "../access/gate/refusals.ts";
import { type Answer, isAnswer } from "../http/answer.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import { HttpError } from "../http/http_error.ts";
import { parseTarget, readQuery } from "../http/request.ts";
import type { DispatchDeps } from "../routes/exchange.ts";
import { answerRoute, scopeOf } from "../routes/respond_route.ts";
import type { DataFamilies } from "../routes/family.ts";
import { below, belowApi, createRouter, noSuchPath } from "../routes/router.ts";

/** What a path was answered, in this process. */
export interface Asked {
  readonly status: number;
  /** The parsed JSON; the text of what is none. */
  // deno-lint-ignore no-explicit-any
  readonly body: any;
  readonly headers: HeaderList;
  /** Until when it holds, epoch ms. */
  readonly validUntil: number;
}

/**
 * Answers a GET of a path of data (`/api/groupa/theater?page=1`) as this caller would be answered, without
 * HTTP: what it may not read is 403, and what is no data 404.
 * Nothing is charged, rated, counted or recorded: that is for the request on whose behalf it is asked.
 */
export type Ask = (path: string, caller: Caller, how?: AskOptions) => Promise<Asked>;

/** How a path is asked for. */
interface AskOptions {
  /** Whether it is answered as memory has it: no platform and no store is waited for, or asked sooner. */
  readonly fromMemory?: boolean;
  /** The content to answer of; the one that is served if left out. */
  readonly content?: Content;
}

/** Creates it over what answers requests. */
export function createAsk(
  deps: Pick<DispatchDeps, "content" | "now" | "service">,
  families: DataFamilies,
): Ask {
  const router = createRouter(
    new Map([["v1", below(families.v1, 1)], ["api", belowApi(families, new Map())]]),
  );
  const openStream = () => {
    throw new HttpError("NOT_FOUND");
  };
  const routeDeps = { ...deps, gate: OPEN_GATE, openStream };
  return async function ask(path, caller, { fromMemory = false, content = deps.content() } = {}) {
    const now = deps.now();
    try {
      const target = parseTarget(`http://localhost${path}`);
      const match = router(content.catalog, target, "GET");
      if (match === undefined) throw new HttpError("NOT_FOUND");
      if (match.endpoint === undefined) throw noSuchPath(match, target);
      const { query, malformed } = readQuery(target.search);
      if (malformed !== undefined) throw malformed;
      const { group, rules, isPublic } = match.access;
      const isOpen = group === undefined || (isPublic === true && caller.kind === "anyone");
      if (!isOpen && !scopeOf(caller, content.catalog).mayRead(group)) throw noCredential(rules);
      const value = await answerRoute(match.endpoint, routeDeps, {
        content,
        match,
        admitted: admitFree(caller),
        request: {
          ...{ method: "GET", target, query, headers: new Headers(), body: {} },
          address: "127.0.0.1",
          isSecure: true,
          requestId: "",
          receivedAt: now,
        },
      }, !fromMemory);
      const { answer, headers } = value;
      if (!isAnswer(answer)) return { status: 200, body: answer, headers, validUntil: now };
      return { status: 200, body: readBody(answer), headers, validUntil: answer.validUntil };
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { status, details: { headers = [] } } = error;
      return { status, body: error.body(), headers, validUntil: now };
    }
  };
}

const decoder = new TextDecoder();

function readBody({ body, contentType }: Answer): unknown {
  const text = decoder.decode(body);
  return contentType.startsWith("application/json") ? JSON.parse(text) : text;
}
