import assert from "node:assert/strict";
import { adminJson } from "../../../support/admin.ts";
import { ISSUE } from "../../../support/desk.ts";
import { type ServerOnAir, startServerOnAir } from "../server_on_air.ts";
import { until } from "../../../support/until.ts";

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

/** Pages for operators name commands of the repository. */
const FOR_CALLERS = /^(list=\$\()?(curl|const (response|list) |import .*urllib)/;

/** How the snippets of each language are run, and how many there are at least. */
const LANGUAGES = {
  sh: { atLeast: 80, run: (code: string) => output("sh", code.replaceAll("curl ", "curl -sS ")) },
  ts: { atLeast: 2, run: runTypeScript },
  /** In place of its own form of it, Python prints the answer as it is. */
  python: {
    atLeast: 2,
    run: (code: string) =>
      output(
        "python3",
        code.replace("print(json.load(response))", "print(response.read().decode())"),
      ),
  },
};

/** What a program prints that is given its text; a stream ends when its time is up. */
async function output(program: string, code: string): Promise<string> {
  const args = ["-c", code];
  const { stdout, stderr } = await new Deno.Command(program, { args }).output();
  const complaint = isStream(code) ? /^curl: \(28\) / : /^$/;
  assert.match(new TextDecoder().decode(stderr), complaint, code);
  return new TextDecoder().decode(stdout);
}

/** Runs a module's text with a console of its own. */
async function runTypeScript(code: string): Promise<string> {
  const printed: unknown[] = [];
  const AsyncFunction = runTypeScript.constructor as FunctionConstructor;
  await AsyncFunction("console", code)({ log: (value: unknown) => printed.push(value) });
  return JSON.stringify(printed[0]);
}

function isStream(code: string): boolean {
  return /\/stream['"?]/.test(code);
}

Deno.test("every snippet of the documents runs as it stands, and is answered", async () => {
  await using hook = openHook();
  await using server = await startServerOnAir({
    withRooms: true,
    // Nobody takes the letters: a key is rotated all the same.
    env: { WEBHOOK_ALLOW: "127.0.0.1", SMTP_URL: "smtp://127.0.0.1:9" },
  });
  const all = await snippetsOf(`${server.base}/`);
  // Each language has a key of its own, and streams are open meanwhile.
  await Promise.all(
    Object.entries(LANGUAGES).map(async ([language, { atLeast, run }]) => {
      const list = all.filter((one) => one.language === language && FOR_CALLERS.test(one.code));
      assert.ok(list.length >= atLeast, `${language}: ${list.length} snippets`);
      const yours = await openYours(server, hook.url);
      const streams = list.filter(({ code }) => isStream(code)).map((one) =>
        runOne(one, run, yours)
      );
      if (language === "sh") assert.ok(streams.length >= 2, `${streams.length} streams`);
      for (const one of list.filter(({ code }) => !isStream(code))) await runOne(one, run, yours);
      await Promise.all(streams);
    }),
  );
});

/** Puts the reader's own into a snippet. */
type Yours = (code: string) => string;

async function runOne(
  { page, code }: Snippet,
  run: (code: string) => Promise<string>,
  yours: Yours,
): Promise<void> {
  const text = await run(yours(code));
  const what = `${page}\n${code}\n${text}`;
  if (isStream(code)) {
    const begins = code.includes("live/stream") ? /^event: snapshot$/m : /^(retry|id): ?\d+$/m;
    return assert.match(text, begins, what);
  }
  if (/\.(ics|atom|ndjson|csv)['"?]/.test(code)) {
    const begins = /^"?(BEGIN:VCALENDAR|<\?xml|\{\\?"kind\\?":|[a-z_]+,[a-z_]+,)/;
    return assert.match(text, begins, what);
  }
  assert.notEqual(JSON.parse(text)?.status, false, what);
}

/** A key of its own for each language, and a webhook that snippets may try and end. */
async function openYours({ base, env }: ServerOnAir, hook: string): Promise<Yours> {
  const plan = ISSUE.map((word) => word === "standard" ? "enterprise" : word);
  const { secret } = await adminJson<{ secret: string }>(env, ...plan, "--ip", "127.0.0.1");
  const headers = { "x-api-key": secret, "content-type": "application/json" };
  await until(async () => (await fetch(`${base}/v1/key`, { headers })).ok);
  const init = { method: "POST", headers, body: JSON.stringify({ url: hook }) };
  const { id } = await (await fetch(`${base}/v1/webhooks`, init)).json();
  return (code) =>
    code.replaceAll("YOUR-KEY", secret).replaceAll("https://bot.example/hook", hook)
      .replaceAll("YOUR-WEBHOOK-ID", id);
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
