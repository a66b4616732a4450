import assert from "node:assert/strict";
import { adminJson } from "../support/admin.ts";
import { ISSUE } from "../support/desk.ts";
import { placeBuild } from "../support/built.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { writePackage } from "./package.ts";

Deno.test("the code on the client's page, and in its README, compiles and runs as it stands", async () => {
  await using folder = await temporaryFolder();
  const { path } = folder;
  writePackage(path, { bare: ["groupa"], wrapped: ["groupb"] });
  const imports = { "oshibase-client": "./index.js" };
  Deno.writeTextFileSync(`${path}/deno.json`, JSON.stringify({ imports }));
  const env = { OUT_DIR: `${path}/out`, KV_PATH: `${path}/store/oshibase.kv`, LIVE: "off" };
  await placeBuild(env);
  await using server = await startServer(env);
  const { secret } = await adminJson<{ secret: string }>(env, ...ISSUE, "--ip", "127.0.0.1");
  const headers = { "x-api-key": secret };
  await until(async () =>
    (await fetchText(`${server.base}v1/key`, { headers })).startsWith('{"plan')
  );

  const page = await fetchText(`${server.base}docs/client.md`);
  const printed = await run(blocksOf(page, "ts client").replaceAll("YOUR-KEY", secret));
  assert.match(
    printed,
    /^\[[^]*\]\n\d+ \d+ \d+\ntrue\n1 .+\n[^]*On air: 0\n\[\n[^]*?: \d+"\n\]\nNo such show\n\S+ \d+\n$/,
  );

  const readme = blocksOf(Deno.readTextFileSync(`${path}/README.md`), "ts")
    .replace("https://api.example.org", server.base).replace("J-osb_…", secret);
  assert.match(await run(readme), /^\[\n? +"/);

  /** Checks and runs a program. */
  async function run(program: string): Promise<string> {
    Deno.writeTextFileSync(`${path}/program.ts`, program);
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--check", "--allow-net=127.0.0.1", "program.ts"],
      cwd: path,
      env: { NO_COLOR: "1" },
    }).output();
    assert.equal(code, 0, `${new TextDecoder().decode(stderr)}\n${program}`);
    return new TextDecoder().decode(stdout);
  }
});

/** The blocks of a page in one language, as one program. */
function blocksOf(markdown: string, language: string): string {
  const blocks = markdown.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, "gm"));
  return [...blocks].map(([, code]) => code).join("\n");
}

async function fetchText(address: string, init: RequestInit = {}): Promise<string> {
  return await (await fetch(address, init)).text();
}
