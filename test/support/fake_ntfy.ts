/** A message as a subscriber of a topic gets it. */
export interface NtfyReceived {
  readonly topic: string;
  readonly title?: string;
  readonly message: string;
  readonly tags?: readonly string[];
  readonly priority?: number;
  readonly click?: string;
}

/** What the fake does with a post. */
export type NtfyMood = "ok" | "429" | "500" | "no echo";

/** A server of ntfy over real HTTP, by its documentation of publishing as JSON. */
export interface FakeNtfy extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly base: string;
  readonly messages: readonly NtfyReceived[];
  /** The paths and header names of all requests. */
  readonly requests: readonly { path: string; headers: Headers }[];
  /** Why posts were refused. */
  readonly faults: readonly string[];
  /** Moods of the next posts; afterwards it takes them again. */
  next(...moods: NtfyMood[]): void;
}

const TOPIC = /^[-_A-Za-z0-9]{1,64}$/;
/** Headers that would publish a text, and the query parameters of the same names. */
const PUBLISHING = ["title", "message", "tags", "priority", "click", "x-title", "x-message"];

/** Starts the fake on a free port of the loopback address; topics whose name begins with `secret` need `auth`. */
export function startFakeNtfy(): FakeNtfy {
  const messages: NtfyReceived[] = [];
  const requests: { path: string; headers: Headers }[] = [];
  const faults: string[] = [];
  const coming: NtfyMood[] = [];

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    requests.push({ path: url.pathname + url.search, headers: request.headers });
    const text = await request.text();
    const mood = coming.shift() ?? "ok";
    if (mood === "429") return refused(429, 42901, "limit reached: too many requests");
    if (mood === "500") return refused(500, 50001, "internal server error");
    if (url.pathname !== "/" || request.method !== "POST") {
      faults.push(`${request.method} ${url.pathname}`);
      return refused(404, 40401, "page not found");
    }
    const found = faultsOf(text, request);
    faults.push(...found);
    if (found.length > 0) return refused(400, 40024, `invalid request: ${found}`);
    const given: NtfyReceived = JSON.parse(text);
    if (given.topic.startsWith("secret") && !url.searchParams.has("auth")) {
      return refused(403, 40301, "forbidden");
    }
    messages.push(given);
    const id = `m${messages.length}`;
    const answer = { id, time: 1_783_162_080, event: "message", ...given };
    return Response.json(mood === "no echo" ? { ...answer, message: "triggered" } : answer);
  }

  const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
  const server = Deno.serve(options, handle);
  return {
    base: `http://127.0.0.1:${server.addr.port}`,
    messages,
    requests,
    faults,
    next: (...moods) => void coming.push(...moods),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function refused(http: number, code: number, error: string): Response {
  return Response.json({ code, http, error }, { status: http });
}

/** What ntfy would refuse, or not show as it was meant. */
function faultsOf(text: string, { headers }: Request): string[] {
  const faults = PUBLISHING.filter((name) => headers.has(name)).map((name) => `header ${name}`);
  const bytes = (one: string) => new TextEncoder().encode(one).length;
  if (bytes(text) > 8_192) faults.push("body over 8 KiB");
  const { topic, title = "", message = "", tags = [], priority = 3, click = "", ...more } = JSON
    .parse(text);
  if (!TOPIC.test(topic)) faults.push("topic");
  if (message === "" || bytes(message) > 4_096) faults.push("message");
  if (title.includes("\n") || bytes(title) > 1_024) faults.push("title");
  if (!Array.isArray(tags) || tags.some((tag: unknown) => typeof tag !== "string")) {
    faults.push("tags");
  }
  if (!Number.isInteger(priority) || priority < 1 || priority > 5) faults.push("priority");
  if (click !== "" && !URL.canParse(click)) faults.push("click");
  return [...faults, ...Object.keys(more).map((name) => `unknown field ${name}`)];
}
