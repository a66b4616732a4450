import assert from "node:assert/strict";
import { clientFiles } from "../../build/client_kit/client_files.ts";
import { placeBuild } from "../support/built.ts";
import { isInstalled } from "../support/is_installed.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { startBrowser } from "../pages/browser.ts";

/** The program that imports it: the groups of the service are known to its types. */
const program = (source: string, typed: boolean) =>
  `import { createClient } from ${JSON.stringify(source)};
const client = createClient({ baseUrl: "http://127.0.0.1:1" });
${typed ? "// @ts-expect-error: there is no such group" : ""}
client.bare("${typed ? "nothing" : "groupa"}");
client.bare("serambi");
console.log(Object.keys(client).join());
`;

const SEEN = "bare,wrapped,group,v1,key,usage,rotateKey\n";

Deno.test("the service serves its client: one line imports it in Deno, Node and a browser", async () => {
  await using folder = await temporaryFolder();
  const env = {
    OUT_DIR: `${folder.path}/out`,
    KV_PATH: `${folder.path}/store/oshibase.kv`,
    LIVE: "off",
  };
  await placeBuild(env);
  const run = (program: string, args: readonly string[]) => runIn(folder.path, program, args);
  await using server = await startServer(env);
  const { base } = server;
  const files = clientFiles({
    groups: { bare: ["groupa", "serambi"], wrapped: ["groupb", "kelip"] },
  });

  for (
    const [path, type, name] of [
      ["client.js", "text/javascript; charset=utf-8", "index.js"],
      ["client.d.ts", "application/typescript; charset=utf-8", "index.d.ts"],
    ] as const
  ) {
    const response = await fetch(`${base}${path}`);
    assert.equal(response.headers.get("content-type"), type);
    assert.equal(response.headers.get("access-control-allow-origin"), "*");
    const text = await response.text();
    assert.equal(text, files.get(name)!.replace("./index.d.ts", "./client.d.ts"), path);
  }

  // Deno, with types.
  Deno.writeTextFileSync(`${folder.path}/program.ts`, program(`${base}client.js`, true));
  const words = [
    "run",
    "--quiet",
    "--no-config",
    "--no-lock",
    "--check",
    `--allow-import=${new URL(base).host}`,
  ];
  assert.equal(await run(Deno.execPath(), [...words, "program.ts"]), SEEN);

  // Node, as a package.
  if (await isInstalled("npm")) {
    Deno.writeTextFileSync(`${folder.path}/package.json`, '{"type":"module"}');
    await run("npm", ["install", "--no-audit", "--no-fund", "--silent", `${base}client.tgz`]);
    Deno.writeTextFileSync(`${folder.path}/program.mjs`, program("oshibase-client", false));
    assert.equal(await run("node", ["program.mjs"]), SEEN);
    const home = `${folder.path}/node_modules/oshibase-client`;
    for (const [name, text] of files) assert.equal(Deno.readTextFileSync(`${home}/${name}`), text);
  }

  // A page of another origin.
  await using pages = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () =>
      new Response(
        `<script type="module">${
          program(`${base}client.js`, false).replace("console.log(", "document.title = (")
        }</script>`,
        { headers: { "content-type": "text/html" } },
      ),
  );
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${pages.addr.port}/`);
    await page.waitForFunction("document.title !== ''");
    assert.equal(`${await page.title()}\n`, SEEN);
  } finally {
    await browser.close();
  }
});

async function runIn(cwd: string, program: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd,
    env: { NO_COLOR: "1" },
    signal: AbortSignal.timeout(120_000),
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
