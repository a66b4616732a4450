/**
 * This room holds the part of the client that is written by hand: asking, waiting, keeping, following.
 * It imports nothing from beyond itself, since it runs in other people's programs.
 *
 * @module
 */

import { type Connection, createConnection } from "./connection.ts";
import { followStream } from "./follow_stream.ts";
import type { CallOptions, ClientOptions, StreamOptions } from "./options.ts";
import { type ErrorTypes, OshibaseError } from "./oshibase_error.ts";

/** How a group answers: with plain arrays and objects, or with the wrapper object. */
export type GroupFamily = "bare" | "wrapped";

/** What an answer of each looks like. */
const WORDS: Readonly<Record<GroupFamily, string>> = {
  bare: "plain arrays and objects",
  wrapped: "the wrapper object",
};

/** The family that an answer is of: the wrapper alone has all of `success`, `data` and `message`. */
export function familyOf(answer: unknown): GroupFamily {
  const { success, data, message } = Object(answer) as Readonly<Record<string, unknown>>;
  const isWrapper = success === true && Array.isArray(data) && typeof message === "string";
  return isWrapper ? "wrapped" : "bare";
}

/** @throws {TypeError} if a group that is asked as one family is of the other */
export function checkFamily(group: string, asked: GroupFamily, found: GroupFamily): void {
  if (found === asked) return;
  const name = JSON.stringify(group);
  throw new TypeError(
    `Cannot ask by ${asked}(${name}): this group answers with ${WORDS[found]}; ` +
      `use ${found}(${name}) or await group(${name})`,
  );
}

/** What an endpoint answers with: JSON, JSON that also comes in pages, JSON that is alike in all families, text, or events. */
export type EndpointKind = "json" | "pages" | "document" | "text" | "stream";

/** An endpoint: its path, what it answers with, and the HTTP method where it writes. */
export type ClientEndpoint = readonly [path: string, kind: EndpointKind, write?: string];

/** Endpoints of a family by the names of their methods. */
export type Methods = Readonly<Record<string, ClientEndpoint>>;

/** The methods of `/v1` about one's own key: what it has left, what it used, another secret. */
export interface OwnKeyMethods {
  readonly show: string;
  readonly usage: string;
  readonly rotate: string;
}

/** A key's new secret. */
interface RotatedKey {
  readonly id: string;
  readonly secret: string;
}

/** What a client is made of: it is generated. */
export interface ClientTables {
  readonly families: { readonly bare: Methods; readonly wrapped: Methods; readonly v1: Methods };
  readonly ownKey: OwnKeyMethods;
  /** The path of a list that groups of both families have. */
  readonly commonList: string;
  readonly errors: ErrorTypes;
}

type Parameters = Readonly<Record<string, unknown>>;
type Method = (parameters?: Parameters, options?: StreamOptions) => unknown;

/** Asks for JSON. */
type AskJson = (address: string, options?: CallOptions) => Promise<unknown>;

/** Creates a client of these tables. */
export function createClientFrom(
  { families, ownKey, commonList, errors }: ClientTables,
  options: ClientOptions,
) {
  const connection = createConnection(options, errors);
  const askJson: AskJson = async (address, options) =>
    JSON.parse(await connection.text(address, options));
  /** The families of the groups that have answered. */
  const found = new Map<string, GroupFamily>();

  async function findFamily(group: string, options?: CallOptions): Promise<GroupFamily> {
    const family = familyOf(await askJson(`${rootOf(group)}/${commonList}`, options));
    found.set(group, family);
    return family;
  }

  function groupOf(group: string, family: GroupFamily) {
    const root = rootOf(group);

    /** Throws if the group is of the other family: its answers show it, and an endpoint that is not there may mean it. */
    const ask: AskJson = async (address, options) => {
      try {
        const answer = await askJson(address, options);
        found.set(group, familyOf(answer));
        checkFamily(group, family, familyOf(answer));
        return answer;
      } catch (error) {
        if (error instanceof OshibaseError && error.status === 404) {
          const other = found.get(group) ?? await findFamily(group, options).catch(() => family);
          checkFamily(group, family, other);
        }
        throw error;
      }
    };
    return { family, ...methodsOf(connection, root, families[family], ask) };
  }

  const v1 = methodsOf(connection, "/v1", families.v1, askJson);
  return {
    bare: (group: string) => groupOf(group, "bare"),
    wrapped: (group: string) => groupOf(group, "wrapped"),
    group: async (group: string, options?: CallOptions) =>
      groupOf(group, await findFamily(group, options)),
    v1: () => v1,
    key: (callOptions?: CallOptions) => v1[ownKey.show]!({}, callOptions),
    usage: (days?: number, callOptions?: CallOptions) => v1[ownKey.usage]!({ days }, callOptions),
    rotateKey: async (
      save: (rotated: RotatedKey) => unknown,
      callOptions?: CallOptions,
    ): Promise<RotatedKey> => {
      // The answer alone has the new secret: it is not asked for without a place to keep it.
      if (typeof save !== "function") {
        throw new TypeError("Cannot rotate the key: expected a function that saves the new secret");
      }
      const rotated = await v1[ownKey.rotate]!({}, callOptions) as RotatedKey;
      await save(rotated);
      connection.changeKey(rotated.secret);
      return rotated;
    },
  };
}

function rootOf(group: string): string {
  return `/api/${segment(group)}`;
}

/** The methods of endpoints below `root`; `ask` asks for JSON that a family words in its way. */
function methodsOf(
  connection: Connection,
  root: string,
  methods: Methods,
  ask: AskJson,
): Record<string, Method> {
  const addressOf = (path: string, parameters: Parameters = {}) =>
    `${root}/${fillIn(path, parameters)}`;
  const text = (path: string): Method => async (parameters, options) =>
    await connection.text(addressOf(path, parameters), options);
  const json = (path: string): Method => async (parameters, options) =>
    await ask(addressOf(path, parameters), options);
  const document = (path: string): Method => async (parameters, options) =>
    JSON.parse(await connection.text(addressOf(path, parameters), options));
  const stream = (path: string): Method => (parameters, options) =>
    followStream(connection, addressOf(path, parameters), options);
  const write = (path: string, method: string): Method => async (parameters, options) => {
    const [filled, rest] = splitPath(path, parameters);
    return JSON.parse(await connection.write(method, `${root}/${filled}`, rest, options));
  };
  const kinds = { text, json, pages: json, document, stream };
  const made: Record<string, Method> = {};
  for (const [name, [path, kind, written]] of Object.entries(methods)) {
    const method = made[name] = written === undefined ? kinds[kind](path) : write(path, written);
    if (kind !== "pages") continue;
    made[`${name}Pages`] = (parameters, options) => pagesOf(method, parameters, options);
  }
  return made;
}

/** The pages of a list, from the one that is asked for to the last. */
async function* pagesOf(json: Method, parameters: Parameters = {}, options?: CallOptions) {
  for (let page = Number(parameters.page ?? 1);; page++) {
    const answer = await json({ ...parameters, page }, options) as { total_pages: number };
    if (page > 1 && page > answer.total_pages) return;
    yield answer;
    if (page >= answer.total_pages) return;
  }
}

/** The path with its parameters in place, and the others. */
function splitPath(path: string, parameters: Parameters = {}): [string, Parameters] {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => segment(String(parameters[name] ?? "")));
  const rest = Object.entries(parameters).filter(([name]) => !path.includes(`{${name}}`));
  return [filled, Object.fromEntries(rest)];
}

/** The path with its parameters in place, the others behind it as a query. */
function fillIn(path: string, parameters: Parameters): string {
  const [filled, rest] = splitPath(path, parameters);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) search.append(name, String(one));
    }
  }
  const query = String(search);
  return query === "" ? filled : `${filled}?${query}`;
}

/** A text as one segment of a path: nothing, `.` and `..` would lead elsewhere. */
function segment(text: string): string {
  if (/^\.{0,2}$/.test(text)) {
    throw new TypeError(`Cannot ask: expected a name or id, got ${JSON.stringify(text)}`);
  }
  return encodeURIComponent(text);
}
