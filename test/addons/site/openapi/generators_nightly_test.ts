import assert from "node:assert/strict";
import { type ServerOnAir, startServerOnAir } from "../server_on_air.ts";
import { type Call, callsOf } from "./calls.ts";
import { ignore, run, TOOLS, writeJson } from "./tools.ts";

const BIN = `${TOOLS}/node_modules/.bin`;
const PYTHON = `${TOOLS}/python/bin`;
/** Types of texts that one of the generators does not know. */
const OVERRIDES = { "application/atom+xml": "text/plain", "application/x-ndjson": "text/plain" };
/** What generators say where two schemas are one model, or one schema is none. */
const COMPLAINT = /duplicate|collision|unable to|warning\(s\)|WARNING parsing/i;

Deno.test({
  name: "clients that generators make compile, ask each read once, and take its answer",
  ignore,
  fn: async (test) => {
    await using hook = startHook();
    await using server = await startServerOnAir({
      withRooms: true,
      env: { WEBHOOK_ALLOW: "127.0.0.1" },
    });
    const at = { server, cwd: server.folder };
    const document = await (await fetch(`${server.base}/openapi.json`)).json();
    const calls = await callsOf(document, server, `http://127.0.0.1:${hook.addr.port}/hook`);
    await writeJson(`${at.cwd}/openapi.json`, document);
    await writeJson(`${at.cwd}/calls.json`, calls);
    await test.step("openapi-typescript", () => askInTypeScript(at, calls));
    await test.step("openapi-python-client", () => askInPython(at, calls));
  },
});

interface At {
  readonly server: ServerOnAir;
  /** Where document and calls are. */
  readonly cwd: string;
}

async function askInTypeScript({ server, cwd }: At, calls: readonly Call[]): Promise<void> {
  await run(`${BIN}/openapi-typescript`, { args: ["openapi.json", "-o", "oshibase.d.ts"], cwd });
  await Deno.symlink(`${TOOLS}/node_modules`, `${cwd}/node_modules`);
  await writeJson(`${cwd}/package.json`, { type: "module" });
  await Deno.writeTextFile(`${cwd}/calls.ts`, callsText(calls));
  await Deno.writeTextFile(`${cwd}/page.ts`, await programOfPage("typescript", server));
  await compile(cwd, "calls.ts", "page.ts");
  const start = async (program: string) =>
    await run(Deno.execPath(), {
      args: ["run", "--no-lock", "--no-check", "--node-modules-dir=manual", "-A", program],
      cwd,
      env: { BASE: server.base, KEY: server.key, NO_COLOR: "1" },
    });
  assert.equal((await start("calls.ts")).trim(), `${calls.length} reads`);
  assert.match(await start("page.ts"), /^\[\s*"/);
}

async function compile(cwd: string, ...files: readonly string[]): Promise<void> {
  const lib = ["--lib", "es2024,dom,dom.iterable", "--skipLibCheck"];
  await run(`${BIN}/tsc`, {
    args: ["--noEmit", "--strict", "--target", "es2022", "--module", "esnext"]
      .concat(["--moduleResolution", "bundler", ...lib, ...files]),
    cwd,
  });
}

/** A program of the page `assistants.md`, as it stands there. */
async function programOfPage(language: string, { base, key }: ServerOnAir): Promise<string> {
  const page = await (await fetch(`${base}/docs/assistants.md`)).text();
  const [, code] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "m").exec(page)!;
  return code!.replace("YOUR-KEY", key);
}

/** A module that asks by the client's types, and reads some of the answers by theirs. */
function callsText(calls: readonly Call[]): string {
  const lines = calls.map(({ path, inPath, inQuery, kind }) => {
    const options = JSON.stringify({
      params: { path: inPath, query: inQuery },
      ...(kind === "text" && { parseAs: "text" }),
      ...(kind === "stream" && { parseAs: "stream" }),
    });
    return `await ask("${path}", client.GET("${path}", ${options} as never));`;
  });
  return `import createClient from "openapi-fetch";
import type { paths } from "./oshibase.d.ts";

declare const Deno: { env: { get(name: string): string }; exit(code: number): never };
const client = createClient<paths>({
  baseUrl: Deno.env.get("BASE"),
  headers: { "x-api-key": Deno.env.get("KEY") },
});
let asked = 0;

async function ask(path: string, call: Promise<{ data?: unknown; response: Response }>) {
  const { data, response } = await call;
  if (response.status !== 200 || data === undefined) throw new Error(path + " " + response.status);
  if (data instanceof ReadableStream) await data.cancel();
  asked++;
}

${lines.join("\n")}

const { data: members } = await client.GET("/api/groupa/members");
members![0]!.name satisfies string;
const { data: log } = await client.GET("/v1/events", { params: { query: { after: "0" } } });
for (const event of log!.data) {
  if (event.type === "live.started") event.data.viewers satisfies number;
  if (event.type === "content.changed") event.data.build satisfies string;
}
console.log(asked + " reads");
Deno.exit(0);
`;
}

async function askInPython({ server, cwd }: At, calls: readonly Call[]): Promise<void> {
  await writeJson(`${cwd}/client.json`, { content_type_overrides: OVERRIDES });
  const said = await run(`${PYTHON}/openapi-python-client`, {
    args: ["generate", "--path", "openapi.json", "--meta", "none", "--output-path", "oshibase"]
      .concat(["--config", "client.json"]),
    cwd,
    env: { PATH: `${PYTHON}:${Deno.env.get("PATH")}` },
  });
  assert.doesNotMatch(said, COMPLAINT);
  await Deno.copyFile("test/addons/site/openapi/ask_by_client.py", `${cwd}/ask_by_client.py`);
  const args = ["ask_by_client.py", server.base, server.key];
  const asked = await run(`${PYTHON}/python`, { args, cwd });
  assert.equal(asked.trim(), `${calls.length} reads`);
  await Deno.writeTextFile(`${cwd}/page.py`, await programOfPage("py", server));
  assert.match(await run(`${PYTHON}/python`, { args: ["page.py"], cwd }), /^\['/);
}

/** An address that answers a challenge with itself. */
function startHook() {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const text = await request.text();
    return new Response(text === "" ? null : JSON.parse(text).data?.challenge);
  });
}
