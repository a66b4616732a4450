import type { Clock } from "../../src/platform/clock.ts";

/** What the fake does with a post. */
export type DiscordMood =
  | "ok"
  | "429 json"
  /** For 40 s, which no header says. */
  | "429 in the body"
  | "429 html"
  | "429 bare"
  | "500"
  | "401"
  | "404"
  /** Never answers. */
  | "hang"
  /** Takes the message, and never answers. */
  | "save and hang"
  /** Takes nothing, whatever it is. */
  | "400";

/** A post that arrived, and what came of it. */
export interface DiscordPost {
  readonly at: number;
  readonly status: number;
  readonly waited: boolean;
}

/** A message that was saved. */
export interface DiscordMessage {
  readonly at: number;
  // deno-lint-ignore no-explicit-any
  body: any;
}

/** A Discord webhook over real HTTP, with Discord's limits, faults on demand. */
export interface FakeDiscord {
  /** The address to post to; its last segment is the secret. */
  readonly url: string;
  readonly secret: string;
  readonly posts: readonly DiscordPost[];
  readonly messages: readonly DiscordMessage[];
  /** How many messages were edited; an edit leaves what it does not name. */
  readonly edits: () => number;
  /** Why posts were answered by 400. */
  readonly faults: readonly string[];
  /** Posts that came faster than Discord allows. */
  readonly overruns: () => number;
  /** Moods of the next posts; afterwards the standing mood again. */
  next(...moods: DiscordMood[]): void;
  /** The mood from now on. */
  always(mood: DiscordMood): void;
  /** The `x-test-id` of posts that get no answer. */
  readonly hanging: ReadonlySet<string>;
  close(): Promise<void>;
}

const SECRET = "wHkS3cr3t-never-in-a-log";
const BUCKETS = [{ posts: 5, withinMs: 2_000 }, { posts: 30, withinMs: 60_000 }];

/** Starts the fake on a free port of the loopback address; `clock` is what it measures the pace by. */
export function createFakeDiscord(clock: Clock): FakeDiscord {
  const posts: DiscordPost[] = [];
  const messages: DiscordMessage[] = [];
  const faults: string[] = [];
  const coming: DiscordMood[] = [];
  const hanging = new Set<string>();
  const ending = new AbortController();
  let standing: DiscordMood = "ok";
  let overruns = 0;
  let edits = 0;

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (request.method === "GET") return Response.json({ id: "1234", type: 1, token: SECRET });
    const body = await request.json();
    if (request.method === "PATCH") return edit(url.pathname.split("/").at(-1)!, body);
    const waited = url.searchParams.get("wait") === "true";
    const mood = url.pathname.endsWith(SECRET) ? coming.shift() ?? standing : "404";
    const answer = await react(mood, body, request);
    posts.push({ at: clock.now(), status: answer.status, waited });
    return answer;
  }

  function react(mood: DiscordMood, body: unknown, request: Request): Response | Promise<Response> {
    const pause = pauseMs();
    if (pause > 0 && mood !== "404") {
      overruns++;
      return limited(pause);
    }
    switch (mood) {
      case "ok":
        return take(body);
      case "429 json":
        return limited(3_250);
      case "429 in the body":
        return Response.json({ message: "You are being rate limited.", retry_after: 40 }, {
          status: 429,
        });
      case "429 html":
        return html(429, { "retry-after": "7" });
      case "429 bare":
        return html(429, {});
      case "hang":
        return hang(request);
      case "save and hang":
        take(body);
        return hang(request);
      case "400":
      case "500":
      case "401":
      case "404": {
        // What it was asked comes back in its answer.
        const message = `Cannot post to ${request.url}`;
        return Response.json({ message, code: message, errors: message }, { status: Number(mood) });
      }
    }
  }

  /** How long until Discord would take one more post. */
  function pauseMs(): number {
    const now = clock.now();
    const taken = posts.filter(({ status }) => status !== 429);
    return Math.max(...BUCKETS.map((bucket) => {
      const opening = taken.at(-bucket.posts);
      return opening === undefined ? 0 : opening.at + bucket.withinMs - now;
    }));
  }

  function edit(id: string, body: object): Response {
    const message = messages[Number(id) - 1];
    if (message === undefined) {
      return Response.json({ message: "Unknown Message" }, { status: 404 });
    }
    const found = messageFaults(body);
    faults.push(...found);
    edits++;
    message.body = { ...message.body, ...body };
    return Response.json({ id, ...message.body });
  }

  function take(body: unknown): Response {
    const found = messageFaults(body);
    if (found.length > 0) {
      faults.push(...found);
      return Response.json({ message: "Invalid Form Body", code: 50035, errors: found }, {
        status: 400,
      });
    }
    messages.push({ at: clock.now(), body });
    return Response.json({ id: String(messages.length), ...(body as object) });
  }

  async function hang(request: Request): Promise<Response> {
    const id = request.headers.get("x-test-id") ?? "";
    hanging.add(id);
    const gone = AbortSignal.any([request.signal, ending.signal]);
    if (!gone.aborted) await new Promise((resolve) => gone.addEventListener("abort", resolve));
    return new Response(null, { status: 599 });
  }

  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request) => handle(request).catch((error) => new Response(String(error), { status: 500 })),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/api/webhooks/1234/${SECRET}`,
    secret: SECRET,
    posts,
    messages,
    faults,
    edits: () => edits,
    overruns: () => overruns,
    next: (...moods) => void coming.push(...moods),
    always: (mood) => void (standing = mood),
    hanging,
    async close() {
      ending.abort();
      await server.shutdown();
    },
  };
}

function limited(ms: number): Response {
  const body = { message: "You are being rate limited.", retry_after: ms / 1_000, global: false };
  return Response.json(body, {
    status: 429,
    headers: { "retry-after": String(Math.ceil(ms / 1e3)) },
  });
}

function html(status: number, headers: Record<string, string>): Response {
  const body = "<!doctype html><title>Access denied</title><p>error code: 1015";
  return new Response(body, { status, headers: { ...headers, "content-type": "text/html" } });
}

// deno-lint-ignore no-explicit-any
type Loose = any;

/** What Discord would refuse about a message, by its documented limits. */
export function messageFaults(message: unknown): string[] {
  const { content = "", embeds = [], allowed_mentions } = message as Loose;
  const found: string[] = [];
  if (content === "" && embeds.length === 0) found.push("empty message");
  if (content.length > 2_000) found.push("content over 2,000");
  if (embeds.length > 10) found.push("more than 10 embeds");
  if (!Array.isArray(allowed_mentions?.parse)) found.push("allowed_mentions.parse missing");
  const { parse = [], roles = [] } = allowed_mentions ?? {};
  if (parse.includes("roles") && roles.length > 0) found.push("allowed_mentions: roles twice");
  if (!roles.every((role: unknown) => /^\d{17,20}$/.test(String(role)))) found.push("roles");
  for (const embed of embeds) found.push(...embedFaults(embed));
  const total = embeds.reduce((sum: number, embed: Loose) => sum + countedLength(embed), 0);
  if (total > 6_000) found.push(`embeds over 6,000: ${total}`);
  return found;
}

function embedFaults(embed: Loose): string[] {
  const found: string[] = [];
  const bound = (what: string, text: string | undefined, most: number) => {
    if (text !== undefined && (text.length === 0 || text.length > most)) {
      found.push(`${what} has ${text.length} characters`);
    }
  };
  bound("title", embed.title, 256);
  bound("author", embed.author?.name, 256);
  bound("description", embed.description, 4_096);
  bound("footer", embed.footer?.text, 2_048);
  if ((embed.fields ?? []).length > 25) found.push("more than 25 fields");
  for (const { name, value } of embed.fields ?? []) {
    bound("field name", name.trim(), 256);
    bound("field value", value.trim(), 1_024);
  }
  if (!Number.isInteger(embed.color)) found.push("colour is not a number");
  if (Number.isNaN(Date.parse(embed.timestamp))) found.push("timestamp is not one");
  return found;
}

function countedLength(
  { title = "", description = "", fields = [], footer, author }: Loose,
): number {
  return title.length + description.length + (footer?.text.length ?? 0) +
    (author?.name.length ?? 0) +
    fields.reduce((sum: number, { name, value }: Loose) => sum + name.length + value.length, 0);
}
