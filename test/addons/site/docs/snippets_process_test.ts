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

/** Prints the JSON of what a program of Python prints, in place of Python's own form. */
function printingJson(code: string): string {
  const program = code.replace(
    "print(json.load(response))",
    "print(json.dumps(json.load(response)))",
  );
  assert.ok(
    program !== code || isStream(code) || code.includes("print(response.read().decode())"),
    "the snippet prints the answer",
  );
  return program;
}

/**
 * Runs each line of its input, a program as JSON, with names of its own, and prints a line of JSON: what
 * the program printed and its complaints.
 */
const PYTHON = `import contextlib, io, json, sys, traceback
for line in sys.stdin:
    out, complaints = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(complaints):
        try:
            exec(compile(json.loads(line), "snippet", "exec"), {"__name__": "__main__"})
        except BaseException:
            traceback.print_exc()
    print(json.dumps([out.getvalue(), complaints.getvalue()]), flush=True)
`;

/** An interpreter of Python: each start of one takes longer than a program. */
function startPython() {
  const options = { stdin: "piped", stdout: "piped", stderr: "inherit" } as const;
  const child = new Deno.Command("python3", { args: ["-c", PYTHON], ...options }).spawn();
  const input = child.stdin.getWriter();
  const output = child.stdout.pipeThrough(new TextDecoderStream() as never).getReader();
  const readLine = async (): Promise<string> => {
    let text = "";
    while (!text.endsWith("\n")) {
      const { value, done } = await output.read();
      assert.ok(!done, "Python has ended");
      text += value;
    }
    return text;
  };
  return {
    async run(code: string): Promise<string> {
      assertImported(code);
      await input.write(new TextEncoder().encode(`${JSON.stringify(printingJson(code))}\n`));
      const [out, complaints] = JSON.parse(await readLine());
      assert.equal(complaints, "", code);
      return out;
    },
    async [Symbol.asyncDispose]() {
      await input.close();
      await output.cancel();
      await child.status;
    },
  };
}

/** A program before may have loaded the part of a package that this one forgets to import. */
function assertImported(code: string): void {
  const imported = code.match(/^import .*$/gm)?.join() ?? "";
  for (const [part] of code.matchAll(/\burllib\.\w+/g)) assert.ok(imported.includes(part), code);
}

/** Runs a program of Python that reads a stream, in an interpreter of its own. */
async function runPython(code: string): Promise<string> {
  const { stdout, stderr } = await new Deno.Command("python3", {
    args: ["-c", printingJson(code)],
    stdout: "piped",
    stderr: "piped",
  }).output();
  assert.equal(new TextDecoder().decode(stderr), "", code);
  return new TextDecoder().decode(stdout);
}

/** How the snippets of a language are run. */
interface Language {
  readonly language: string;
  readonly run: Run;
  readonly runStream: Run;
}

/** Runs code, and returns what it printed. */
type Run = (code: string) => Promise<string>;

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
  await using python = startPython();
  const runs: readonly Language[] = [
    { language: "sh", run: runShell, runStream: runShell },
    { language: "ts", run: runTypeScript, runStream: runTypeScript },
    { language: "python", run: python.run, runStream: runPython },
  ];
  const byLanguage = Map.groupBy(snippets, ({ language }) => language);
  // Each language has a key of its own, so that streams are open at the same time.
  await Promise.all(runs.map(async ({ language, run, runStream }) => {
    const list = byLanguage.get(language) ?? [];
    assert.ok(list.length >= (language === "sh" ? 80 : 4), `${language}: ${list.length} snippets`);
    const yours = await openYours(server, hook.url);
    const [streams, others] = [list.filter(isOfStream), list.filter((one) => !isOfStream(one))];
    if (language === "sh") assert.ok(streams.length >= 2, `${streams.length} streams`);
    const oneByOne = async () => {
      for (const snippet of others) await runOne(snippet, run, yours);
    };
    await Promise.all([oneByOne(), ...streams.map((one) => runOne(one, runStream, yours))]);
  }));
});

/** What stands in snippets for the reader's own. */
type Yours = (code: string) => string;

function isOfStream({ code }: Snippet): boolean {
  return isStream(code);
}

async function runOne({ page, code }: Snippet, run: Run, yours: Yours): Promise<void> {
  const whole = yours(code);
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
  return (code) => {
    return code.replaceAll("YOUR-KEY", secret).replaceAll("https://bot.example/hook", hook)
      .replaceAll("YOUR-WEBHOOK-ID", webhook);
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
