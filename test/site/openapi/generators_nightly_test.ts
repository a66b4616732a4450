import assert from "node:assert/strict";
import { type ServerOnAir, startServerOnAir } from "../../support/server_on_air.ts";
import { startWebhookReceiver } from "../../support/webhook_receiver.ts";
import { type Call, callsOf } from "./calls.ts";
import { ignore, run, TOOLS, writeJson } from "./tools.ts";

const PYTHON = `${TOOLS}/python/bin`;
/** Types of texts that one of the generators does not know. */
const OVERRIDES = { "application/atom+xml": "text/plain", "application/x-ndjson": "text/plain" };
/** What generators say where two schemas are one model, or one schema is none. */
const COMPLAINT = /duplicate|collision|unable to|warning\(s\)|WARNING parsing/i;

Deno.test({
  name: "clients and models that three generators make ask each read once, and take its answer",
  ignore,
  fn: async (test) => {
    await using hook = startWebhookReceiver();
    await using server = await startServerOnAir({
      withRooms: true,
      env: { WEBHOOK_ALLOW: "127.0.0.1" },
    });
    const at = { server, cwd: server.folder };
    const document = await (await fetch(`${server.base}/openapi.json`)).json();
    const calls = await callsOf(document, server, `${hook.base}/hook`);
    await writeJson(`${at.cwd}/openapi.json`, document);
    await writeJson(`${at.cwd}/calls.json`, calls);
    await test.step("@hey-api/openapi-ts", () => askInTypeScript(at, calls));
    await test.step("openapi-python-client", () => askInPython(at, calls));
    await test.step("datamodel-code-generator", () => validateByModels(at, calls));
  },
});

/** A stream that has sent nothing for so long will send nothing. */
const SILENCE_MS = 30_000;

interface At {
  readonly server: ServerOnAir;
  /** Where document and calls are. */
  readonly cwd: string;
}

async function askInTypeScript({ server, cwd }: At, calls: readonly Call[]): Promise<void> {
  const out = `${cwd}/client`;
  const said = await run(`${TOOLS}/node_modules/.bin/openapi-ts`, {
    args: ["-i", "openapi.json", "-o", out, "-c", "@hey-api/client-fetch", "--no-log-file"],
    cwd,
  });
  assert.doesNotMatch(said, COMPLAINT);
  await Deno.writeTextFile(`${out}/calls.ts`, callsText(calls));
  const lib = ["--lib", "es2024,dom,dom.iterable", "--skipLibCheck"];
  await run(`${TOOLS}/node_modules/.bin/tsc`, {
    args: ["--noEmit", "--strict", "--target", "es2022", "--module", "esnext"]
      .concat(["--moduleResolution", "bundler", ...lib, `${out}/calls.ts`]),
    cwd,
  });
  const text = await run(Deno.execPath(), {
    args: ["run", "--no-config", "--no-lock", "--no-check", "--unstable-sloppy-imports", "-A"]
      .concat([`${out}/calls.ts`]),
    cwd,
    env: { BASE: server.base, KEY: server.key, NO_COLOR: "1" },
  });
  assert.equal(text.trim(), `${calls.length} reads`);
}

/** A module that asks by the client's functions, and reads some of their answers by their types. */
function callsText(calls: readonly Call[]): string {
  const lines = calls.map(({ id, inPath, inQuery, kind }) => {
    const name = id.replace(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase());
    const values = {
      ...(Object.keys(inPath).length > 0 && { path: inPath }),
      ...(Object.keys(inQuery).length > 0 && { query: inQuery }),
    };
    if (kind !== "stream") return `await ask("${name}", sdk.${name}(${JSON.stringify(values)}));`;
    const given = JSON.stringify({ ...values, headers: { "Last-Event-ID": "1" } });
    return `await hear("${name}", (fetch) => sdk.${name}({ ...${given}, fetch }));`;
  });
  return `import { client } from "./client.gen";
import * as sdk from "./sdk.gen";

declare const Deno: { env: { get(name: string): string }; exit(code: number): never };
client.setConfig({
  baseUrl: Deno.env.get("BASE"),
  headers: { "x-api-key": Deno.env.get("KEY") },
});
let asked = 0;

async function ask(name: string, call: Promise<{ data?: unknown; response?: Response }>) {
  const { data, response } = await call;
  if (response?.status !== 200 || data === undefined) throw new Error(name + response?.status);
  asked++;
}

type Fetch = typeof fetch;

async function hear(name: string, call: (by: Fetch) => Promise<{ stream: AsyncGenerator<unknown> }>) {
  const opened = Promise.withResolvers<void>();
  const { stream } = await call(async (...request: Parameters<Fetch>) => {
    const response = await fetch(...request);
    if (response.headers.get("content-type")?.startsWith("text/event-stream")) opened.resolve();
    else opened.reject(new Error(name + response.status));
    return response;
  });
  const first = stream.next();
  await opened.promise;
  asked++;
  // A chat in which nobody speaks sends no event.
  if (name.includes("Chat")) return;
  const silence = setTimeout(() => { throw new Error(name + " says nothing") }, ${SILENCE_MS});
  const { value, done } = await first;
  clearTimeout(silence);
  if (done || value === undefined) throw new Error(name);
}

${lines.join("\n")}

const { data: members } = await sdk.groupaMembers({ throwOnError: true });
members[0]!.name satisfies string;
const { data: log } = await sdk.v1EventLog({ query: { after: "0" }, throwOnError: true });
for (const event of log.data) {
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
  assert.equal(await runPython("ask_by_client.py", server, cwd), `${calls.length} reads`);
}

async function validateByModels({ server, cwd }: At, calls: readonly Call[]): Promise<void> {
  const said = await run(`${PYTHON}/datamodel-codegen`, {
    args: ["--input", "openapi.json", "--input-file-type", "openapi", "--output", "models.py"]
      .concat(["--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin"])
      .concat(["--openapi-scopes", "schemas", "paths", "--use-operation-id-as-name"])
      .concat(["--naming-strategy", "parent-prefixed"]),
    cwd,
  });
  assert.doesNotMatch(said, COMPLAINT);
  const validated = calls.filter(({ kind }) => kind === "json").length;
  assert.equal(await runPython("validate_by_models.py", server, cwd), `${validated} answers`);
}

async function runPython(script: string, { base, key }: ServerOnAir, cwd: string): Promise<string> {
  await Deno.copyFile(`test/site/openapi/${script}`, `${cwd}/${script}`);
  return (await run(`${PYTHON}/python`, { args: [script, base, key], cwd })).trim();
}
