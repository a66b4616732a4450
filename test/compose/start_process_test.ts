import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { placeBuild } from "../support/built.ts";
import { command, startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until, untilAnswered } from "../support/until.ts";

/** The repository's content as the command builds it, once for all tests. */
let built: Awaited<ReturnType<typeof temporaryFolder>>;

Deno.test.beforeAll(async () => {
  built = await temporaryFolder();
  await placeBuild({ OUT_DIR: `${built.path}/out` });
});

Deno.test.afterAll(async () => await built[Symbol.asyncDispose]());

/** Built content in a folder of the test's own. */
async function place(): Promise<{ env: Record<string, string>; path: string } & AsyncDisposable> {
  const folder = await temporaryFolder();
  const { path } = folder;
  const env = { OUT_DIR: `${path}/out`, KV_PATH: `${path}/data/store.kv` };
  await cp(`${built.path}/out`, env.OUT_DIR, { recursive: true });
  return { env, path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

Deno.test("start prints its address first, then addresses that answer as pasted after curl", async () => {
  await using at = await place();
  await using server = await startServer(at.env);
  await until(() => server.printed.out.includes("--demo-live"));
  const [first, ...rest] = server.printed.out.trim().split("\n");
  assert.equal(first, `Listening on ${server.base}`);
  const pasted = rest.map((line) => line.trim()).filter((line) => line.startsWith("'"));
  assert.ok(pasted.length >= 4);
  const pages = /^In a browser: (.*)$/m.exec(server.printed.out)![1]!.split(" ");
  assert.equal(pages[0], server.base);
  for (const address of [...pages, ...pasted]) {
    const { status, body } = await untilAnswered(() => curl(address));
    assert.equal(status, 200, address);
    assert.ok(body.length > 100);
  }
});

Deno.test("the demo key is refused where a request was forwarded", async () => {
  await using at = await place();
  await using server = await startServer(at.env);
  await until(() => server.demoKey !== undefined);
  const address = `${server.base}api/groupa/members?apikey=${server.demoKey}`;
  for (const name of ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"]) {
    const response = await fetch(address, { headers: { [name]: "127.0.0.1" } });
    assert.equal(response.status, 403, name);
    await response.body?.cancel();
  }
  assert.equal((await (await fetch(address)).json()).length > 50, true);
});

/** What a start says that ends with 1. */
async function refusal(
  env: Record<string, string>,
  words: readonly string[] = [],
  flags: readonly string[] = ["-A"],
): Promise<string> {
  const { code, stderr } = await command(["run", ...flags, "src/main.ts", ...words], env).output();
  const said = new TextDecoder().decode(stderr);
  assert.equal(code, 1, said);
  assert.doesNotMatch(said, /at file:/);
  return said;
}

/** What it takes to read settings and words. */
const READING = ["--allow-env", "--allow-read"];

Deno.test("names that are nearly a setting's are warned about at the start, and others are not", async () => {
  await using at = await place();
  const names = { ADMIN_APi: "on-secret-value", SMTP_URI: "smtp://mail.example" };
  await using server = await startServer({ ...at.env, ...names, LANG: "C", PGPASSFILE: "/x" });
  // Its two outputs are read apart: what it warned of before it listened may come later.
  await until(() => Object.keys(names).every((name) => server.printed.err.includes(name)));
  const warned = server.printed.err.split("\n").filter((line) => line.includes("no setting"));
  assert.deepEqual(
    warned.map((line) => /(\w+) is no setting.*mean (\w+)\?$/.exec(line)?.slice(1).join()).sort(),
    ["ADMIN_APi,ADMIN_API", "SMTP_URI,SMTP_URL"],
  );
  assert.ok(!server.printed.err.includes("on-secret-value"));
});

Deno.test("where npx has fetched the runtime, the start says how tasks are called", async () => {
  await using at = await place();
  const remark = /^In place of "deno" write: npx -y deno@\d+\.\d+\.\d+$/m;
  await using server = await startServer({ ...at.env, npm_command: "exec" });
  await until(() => remark.test(server.printed.out));
  await using other = await startServer({ ...at.env, npm_command: "" });
  await until(() => other.printed.out.includes("--demo-live"));
  assert.doesNotMatch(other.printed.out, remark);
});

Deno.test("wrong variables and words stop the start with a message that names them", async () => {
  const variables = { PORT: "80000", LIVE: "sometimes", KEY_PEPPER: "short" };
  const message = await refusal(variables, [], READING);
  for (const name of Object.keys(variables)) assert.match(message, new RegExp(name));
  assert.doesNotMatch(message, /short/);
  assert.match(
    await refusal({ DENO_TRUST_PROXY_HEADERS: "1" }, [], READING),
    /DENO_TRUST_PROXY_HEADERS.*forge.*TRUSTED_PROXIES/s,
  );
  assert.match(
    await refusal({}, ["--", "--folow"], READING),
    /^Cannot start with "--folow": expected no word but --follow or --new-store; .*\n$/,
  );
  // Traces would hold keys.
  const sink = { OUT_DIR: "none", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" };
  for (const name of ["OTEL_DENO", "OTEL_DENO_TRACING"]) {
    const said = await refusal({ ...sink, [name]: "true" }, [], READING);
    assert.match(said, /traces.*OTEL_DENO_TRACING=false/s, name);
  }
  const figures = { ...sink, OTEL_DENO: "true", OTEL_DENO_TRACING: "false" };
  assert.match(await refusal(figures, [], READING), /run `deno task build` first/);
});

Deno.test("what cannot be opened, listened on or read with its pepper stops the start, and is named", async () => {
  await using at = await place();
  const notAFolder = `${at.path}/file`;
  await Deno.writeTextFile(notAFolder, "");
  await Deno.mkdir(`${at.path}/cut`, { mode: 0o700 });
  await Deno.mkdir(`${at.path}/odd/oshibase.pack`, { recursive: true });
  await Deno.writeTextFile(`${at.path}/cut/store.kv`, "");
  await Deno.writeTextFile(`${at.path}/cut/store.kv.pepper`, "");
  // An address that nobody has (RFC 5737), and a name that nobody may have (RFC 2606).
  const secret = { KEY_PEPPER: "long enough to be one" };
  const cases: [Record<string, string>, RegExp][] = [
    [{ HOST: "0.0.0.0" }, /Cannot start without KEY_PEPPER/],
    [{ HOST: "192.0.2.1", ...secret }, /^Cannot listen on HOST 192\.0\.2\.1, PORT 0: /],
    [{ HOST: "nobody.invalid", ...secret }, /^Cannot listen on HOST nobody\.invalid, PORT 0: /],
    [
      { KV_PATH: `${notAFolder}/store.kv` },
      /^Cannot open the store at .*file\/store\.kv: .*; KV_PATH has to name a file in/,
    ],
    [{ KV_PATH: `${at.path}/cut/store.kv` }, /^Cannot use the pepper in .* at least 16 .* got 0/],
    [{ OUT_DIR: `${at.path}/odd` }, /^Cannot serve .*odd\/oshibase\.pack: Is a directory/],
    [
      { OUT_DIR: `${at.path}/none`, KV_PATH: `${at.path}/made/store.kv` },
      /^Cannot serve .*none\/.*: there is none; run `deno task build`/,
    ],
  ];
  for (const [more, message] of cases) {
    assert.match(await refusal({ ...at.env, PORT: "0", ...more }), message);
  }
  // Where there is no pack, no store is made.
  await assert.rejects(Deno.stat(`${at.path}/made`), Deno.errors.NotFound);
  const served = { ...at.env, KV_PATH: `${at.path}/served/store.kv` };
  await (await startServer(served)).stop();
  const other = { ...served, PORT: "0", KEY_PEPPER: "another pepper, long enough" };
  assert.match(await refusal(other), /another pepper/, "a store that was made with another one");
});

/** Runs curl in a shell, which takes the address as it would from a person who pastes it. */
async function curl(pasted: string): Promise<{ status: number; body: string }> {
  const script = `curl --silent --noproxy '*' --write-out '\\n%{http_code}' ${pasted}`;
  const { stdout } = await new Deno.Command("sh", { args: ["-c", script] }).output();
  const [body, status] = new TextDecoder().decode(stdout).split(/\n(?=\d+$)/);
  return { status: Number(status), body: body ?? "" };
}
