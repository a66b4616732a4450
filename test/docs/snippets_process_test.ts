import assert from "node:assert/strict";
import { adminJson } from "../support/admin.ts";
import { ISSUE } from "../support/desk.ts";
import { type ServerOnAir, startServerOnAir } from "../support/server_on_air.ts";
import { until } from "../support/until.ts";

/** A block of code in the Markdown of a page. */
interface Snippet {
  readonly page: string;
  readonly language: string;
  readonly code: string;
}

/** Every snippet of every page that is to be run. */
async function snippetsOf(base: string): Promise<Snippet[]> {
  const list = await (await fetch(`${base}llms.txt`)).text();
  const pages = [...list.matchAll(/\]\((\S+\.md)\)/g)].map(([, address]) => address!);
  assert.ok(pages.length > 5 && pages.every((page) => page.startsWith(base)), list);
  const texts = await Promise.all(pages.map(async (page) => (await fetch(page)).text()));
  return texts.flatMap((text, place) =>
    [...text.matchAll(/^```(sh|ts|python)\n([^]*?)^```$/gm)].map(([, language, code]) => ({
      page: pages[place]!,
      language: language!,
      code: code!,
    }))
  );
}

/** Runs shell commands one after the other, as they stand. */
async function runShell(code: string): Promise<string> {
  const { stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", code.replaceAll("curl ", "curl -sS ")],
    stdout: "piped",
    stderr: "piped",
  }).output();
  const said = new TextDecoder().decode(stderr);
  // A stream ends when its time is up.
  assert.match(said, isStream(code) ? /^curl: \(28\) / : /^$/, `${code}\n${said}`);
  return new TextDecoder().decode(stdout);
}

function isStream(code: string): boolean {
  return /\/stream['"?]/.test(code);
}

/** Runs a module's text with a console of its own. */
async function runTypeScript(code: string): Promise<string> {
  const printed: unknown[] = [];
  const AsyncFunction = runTypeScript.constructor as FunctionConstructor;
  await AsyncFunction("console", code)({ log: (value: unknown) => printed.push(value) });
  return isStream(code) ? printed.join("") : JSON.stringify(printed[0]);
}

/** Runs a program of Python; what it prints is Python's own form, which JSON is made of. */
async function runPython(code: string): Promise<string> {
  const program = code.replace(
    "print(json.load(response))",
    "print(json.dumps(json.load(response)))",
  );
  assert.ok(
    program !== code || isStream(code) || code.includes("print(response.read().decode())"),
    "the snippet prints the answer",
  );
  const { stdout, stderr } = await new Deno.Command("python3", {
    args: ["-c", program],
    stdout: "piped",
    stderr: "piped",
  }).output();
  assert.equal(new TextDecoder().decode(stderr), "", code);
  return new TextDecoder().decode(stdout);
}

const RUN: Readonly<Record<string, (code: string) => Promise<string>>> = {
  sh: runShell,
  ts: runTypeScript,
  python: runPython,
};

/** Pages for operators name commands of the repository. */
const FOR_CALLERS = /^(list=\$\()?(curl|const (response|list) |import .*urllib)/;

Deno.test("every snippet of the documents runs as it stands, and is answered", async () => {
  await using hook = openHook();
  await using server = await startServerOnAir({
    withRooms: true,
    // Nobody takes the letters: a key is rotated all the same.
    env: { WEBHOOK_ALLOW: "127.0.0.1", SMTP_URL: "smtp://127.0.0.1:9" },
  });
  const snippets = (await snippetsOf(`${server.base}/`)).filter(({ code }) =>
    FOR_CALLERS.test(code)
  );
  const byLanguage = Map.groupBy(snippets, ({ language }) => language);
  for (const [language, run] of Object.entries(RUN)) {
    const list = byLanguage.get(language) ?? [];
    assert.ok(list.length > 40, `${language}: ${list.length} snippets`);
    const yours = await openYours(server, hook.url);
    const [streams, others] = [list.filter(isOfStream), list.filter((one) => !isOfStream(one))];
    assert.ok(streams.length >= 3, `${language}: ${streams.length} streams`);
    const oneByOne = async () => {
      for (const snippet of others) await runOne(snippet, run, yours);
    };
    await Promise.all([oneByOne(), ...streams.map((snippet) => runOne(snippet, run, yours))]);
  }
});

/** What stands in snippets for the reader's own. */
type Yours = (code: string) => Promise<string>;

function isOfStream({ code }: Snippet): boolean {
  return isStream(code);
}

async function runOne({ page, code }: Snippet, run: typeof runShell, yours: Yours): Promise<void> {
  const whole = await yours(code);
  const text = await run(whole);
  const what = `${page}\n${code}\n${text}`;
  if (isStream(code)) {
    const begins = code.includes("live/stream") ? /^event: snapshot$/m : /^(retry|id): ?\d+$/m;
    return assert.match(text, begins, what);
  }
  if (/\.(ics|atom|ndjson|csv)['"?]/.test(code)) {
    const begins = /^"?(BEGIN:VCALENDAR|<\?xml|\{\\?"kind\\?":|[a-z_]+,[a-z_]+,)/;
    return assert.match(text, begins, what);
  }
  const answer = JSON.parse(text);
  assert.notEqual(answer?.status, false, what);
}

/** A key of its own for each language: registrations of webhooks may not come faster. */
async function openYours({ base, env }: ServerOnAir, hook: string): Promise<Yours> {
  const { secret } = await adminJson<{ secret: string }>(
    env,
    ...ISSUE.map((word) => word === "standard" ? "enterprise" : word),
    ...["--ip", "127.0.0.1"],
  );
  const headers = { "x-api-key": secret };
  await until(async () => (await fetch(`${base}/v1/key`, { headers })).ok);
  const webhook = await newWebhook(base, secret, hook);
  return async (code) => {
    const id = code.includes("YOUR-FEED-TOKEN-ID") ? await newFeedToken(base, secret) : "";
    return code.replaceAll("YOUR-KEY", secret).replaceAll("YOUR-FEED-TOKEN-ID", id)
      .replaceAll("https://bot.example/hook", hook).replaceAll("YOUR-WEBHOOK-ID", webhook);
  };
}

/** An address that answers anything with 204. */
function openHook() {
  const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
  const server = Deno.serve(options, () => new Response(null, { status: 204 }));
  return {
    url: `http://127.0.0.1:${server.addr.port}/hook`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** The id of a webhook that snippets may try and end. */
async function newWebhook(base: string, key: string, url: string): Promise<string> {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ url }) };
  return (await (await fetch(`${base}/v1/webhooks`, init)).json()).id;
}

/** The id of a feed token that a snippet may end. */
async function newFeedToken(base: string, key: string): Promise<string> {
  const init = { method: "POST", headers: { "x-api-key": key } };
  return (await (await fetch(`${base}/v1/key/feeds`, init)).json()).id;
}
