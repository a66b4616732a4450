import assert from "node:assert/strict";
import { ignoredWithout } from "../../support/ignored_without.ts";
import { REPOSITORY } from "../../support/contents.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { world } from "../../support/world.ts";

/** Where `.ci/tools` has installed the protocol's own suite. */
const TOOLS = Deno.env.get("TOOLS_DIR") || undefined;

/** What each check of each scenario comes to: `conformance.txt` says why some fail. */
const EXPECTED = new URL("conformance.txt", import.meta.url);

/** The scenarios that fit a server of tools, by the version at which they run. */
const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  "2026-07-28": [
    "server-stateless",
    "tools-list",
    "caching",
    "http-header-validation",
    "dns-rebinding-protection",
  ],
  "2025-11-25": [
    "server-initialize",
    "server-session-lifecycle",
    "ping",
    "tools-list",
    "dns-rebinding-protection",
  ],
};

/** A check of the suite, as it writes it into `checks.json`. */
interface Check {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

Deno.test({
  name: "each check of the protocol's own suite comes to what is written down",
  ignore: ignoredWithout("TOOLS_DIR", TOOLS !== undefined),
  fn: async () => {
    await using program = await world({ ...REPOSITORY, plan: null });
    const { port } = program.serve();
    const lines: string[] = [];
    for (const [version, scenarios] of Object.entries(SCENARIOS)) {
      for (const scenario of scenarios) {
        // A network without a key has 60 messages a minute.
        program.at(program.clock.now() + 61_000);
        const checks = await runScenario(`http://127.0.0.1:${port}/mcp`, scenario, version);
        assert.ok(checks.length > 0, scenario);
        lines.push(...checks.map((check) => `${version} ${scenario} ${check}`));
      }
    }
    const expected = Deno.readTextFileSync(EXPECTED).split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    assert.deepEqual(lines, expected);
  },
});

/** Runs a scenario; what its checks come to, in their order. */
async function runScenario(url: string, scenario: string, version: string): Promise<string[]> {
  await using results = await temporaryFolder();
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    cwd: TOOLS!,
    args: [
      ...["run", "--quiet", "--allow-all"],
      "node_modules/@modelcontextprotocol/conformance/dist/index.js",
      ...["server", "--url", url, "--scenario", scenario, "--spec-version", version],
      ...["--output-dir", results.path],
    ],
    signal: AbortSignal.timeout(120_000),
  }).output();
  const [folder] = [...Deno.readDirSync(results.path)];
  const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert.ok(folder !== undefined, said.slice(-2_000));
  const checks: Check[] = JSON.parse(
    Deno.readTextFileSync(`${results.path}/${folder.name}/checks.json`),
  );
  return checks.map(({ id, name, status }) => `${id} ${name} ${status}`);
}
