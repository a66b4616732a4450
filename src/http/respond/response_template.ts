import type { HeaderList } from "../fixed_headers.ts";

/** What all responses of one kind have in common. */
export interface ResponseKind {
  readonly status: number;
  /** Null: none, as of a 304. */
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly headers: HeaderList;
}

/**
 * Responses of one kind that differ in headers of their own. A response that was sent cannot be sent
 * again, but its clone costs half of what a new one does.
 */
export interface ResponseTemplate {
  /** A response with these headers behind those that all have. */
  respond(headers: HeaderList): Response;
}

/** A response that is never sent itself, and the headers that it was last given. */
interface Master {
  readonly response: Response;
  /** The response's own, since to ask for them takes half as long as to set one. */
  readonly all: Headers;
  last: HeaderList;
}

/** With a plan's headers, without them, with those of live lists, each over https or not. */
const MAX_MASTERS = 8;

/** Creates a template. There is a master for each list of names that its responses were given. */
export function createResponseTemplate(kind: ResponseKind): ResponseTemplate {
  const masters: Master[] = [];
  return {
    respond(headers) {
      for (const master of masters) {
        if (haveSameNames(master.last, headers)) return cloneWith(master, headers);
      }
      const response = respondWith(kind, headers);
      if (masters.length < MAX_MASTERS && isEachOnce(kind, headers)) {
        masters.push({ response, all: response.headers, last: headers });
        return response.clone();
      }
      return response;
    },
  };
}

/** To set a header in the master is cheaper than to append it to the clone, where all names are compared. */
function cloneWith(master: Master, headers: HeaderList): Response {
  const { response, all, last } = master;
  for (let place = 0; place < headers.length; place++) {
    const [name, value] = headers[place]!;
    if (value !== last[place]![1]) all.set(name, value);
  }
  master.last = headers;
  return response.clone();
}

function respondWith({ status, body, headers }: ResponseKind, own: HeaderList): Response {
  const response = new Response(body, { status, headers: headers as [string, string][] });
  // A caller that has read the headers may change them: the runtime keeps no copy of the body beside it.
  const all = response.headers;
  for (const [name, value] of own) all.append(name, value);
  return response;
}

function haveSameNames(one: HeaderList, other: HeaderList): boolean {
  if (one.length !== other.length) return false;
  for (let place = 0; place < one.length; place++) {
    if (one[place]![0] !== other[place]![0]) return false;
  }
  return true;
}

/** A name that comes again has several values, of which one alone could not be set. */
function isEachOnce({ headers }: ResponseKind, own: HeaderList): boolean {
  const names = [...headers, ...own].map(([name]) => name.toLowerCase());
  return new Set(names).size === names.length;
}
