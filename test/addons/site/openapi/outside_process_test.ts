import assert from "node:assert/strict";
import { openFixtureStore } from "../../../support/server_fixture.ts";
import { issueKey } from "../../../support/issue.ts";
import { copyFolder } from "../../../support/shipped_content.ts";
import { placeBuild } from "../../../support/built.ts";
import { startServer } from "../../../support/server.ts";
import { sizeOf, testSeed } from "../../../support/size.ts";
import { temporaryFolder } from "../../../support/temporary.ts";
import { ignore, run, TOOLS, writeJson } from "./tools.ts";

/** Requests that schemathesis makes up for each operation; its own list of edge cases comes on top. */
const EXAMPLES = sizeOf({ default: 6, full: 100 });

/** The name of a member of every group, so that generated requests find somebody. */
const EVERYWHERE = "Sama Nama";

interface Served extends AsyncDisposable {
  readonly folder: string;
  readonly base: string;
  readonly key: string;
  // deno-lint-ignore no-explicit-any
  readonly document: any;
}

Deno.test({
  name:
    "a linter and a validator find nothing in the document; what fits it is answered, what does not is refused",
  ignore,
  fn: async () => {
    await using at = await serve();
    const cwd = at.folder;
    await writeJson(`${cwd}/openapi.json`, at.document);
    const linted = await run(`${TOOLS}/node_modules/.bin/redocly`, {
      args: ["lint", "openapi.json"],
      cwd,
    });
    assert.doesNotMatch(linted, /You have \d+ (warning|error)/);
    assert.match(linted, /Your API description is valid/);
    const validator = `${TOOLS}/python/bin/openapi-spec-validator`;
    assert.match(await run(validator, { args: ["openapi.json"], cwd }), /: OK$/m);

    await writeJson(`${cwd}/openapi.json`, withOneKey(at.document));
    await Deno.copyFile("test/addons/site/openapi/texts.py", `${cwd}/texts.py`);
    const config = Deno.realPathSync("test/addons/site/openapi/schemathesis.toml");
    const args = [
      ...["--config-file", config, "run", "openapi.json", "--url", at.base],
      ...["--header", `x-api-key: ${at.key}`],
      ...["--max-examples", String(EXAMPLES), "--seed", String(testSeed())],
      ...["--exclude-path-regex", "(live|events)/stream$", "--suppress-health-check", "all"],
      ...["--continue-on-failure", "--request-timeout", "10", "--no-color"],
    ];
    const env = { SCHEMATHESIS_HOOKS: "texts", PYTHONPATH: cwd };
    const text = await run(`${TOOLS}/python/bin/schemathesis`, { args, cwd, env });
    const [, generated] = /(\d+) generated/.exec(text) ?? [];
    console.log(`${generated} requests`);
    assert.ok(Number(generated) >= 2500, text);
  },
});

/** Serves the shipped content, with somebody of the same name in each group, without limits. */
async function serve(): Promise<Served> {
  const temporary = await temporaryFolder();
  const folder = temporary.path;
  const env = {
    CONTENT_DIR: `${folder}/content`,
    OUT_DIR: `${folder}/out`,
    KV_PATH: `${folder}/data/store.kv`,
    KEY_PEPPER: "a pepper for tests alone",
    LIVE: "off",
  };
  await copyFolder("content", env.CONTENT_DIR);
  await Deno.mkdir(`${folder}/data`);
  const plans = "standard: { rate: unlimited, quota: unlimited }\n";
  await Deno.writeTextFile(`${env.CONTENT_DIR}/plans.yaml`, plans);
  for (const group of ["groupa", "groupb"]) {
    const member = `name: ${EVERYWHERE}\ngeneration: gen1\nstatus: active\n`;
    await Deno.writeTextFile(`${env.CONTENT_DIR}/${group}/members/sama-${group}.yaml`, member);
  }
  await placeBuild(env);
  const store = await openFixtureStore(env);
  const { secret: key } = await issueKey(store);
  store.kv.close();
  const server = await startServer(env);
  const document = await (await fetch(`${server.base}openapi.json`)).json();
  return {
    ...{ folder, base: server.base.replace(/\/$/, ""), key, document },
    async [Symbol.asyncDispose]() {
      await server.stop();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

/** Values of formats that are the document's own: what else fits their patterns may name nothing. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  names: [EVERYWHERE],
  "time-zone": ["Asia/Jakarta", "Asia/Tokyo", "Europe/Berlin", "America/New_York", "Pacific/Apia"],
};

/**
 * The document for a caller of one kind, who knows names: the generator would send all kinds at once,
 * good and bad.
 */
// deno-lint-ignore no-explicit-any
function withOneKey(document: any): unknown {
  const text = JSON.stringify(document, (name, value) => {
    if (name === "security" && value.length > 0) {
      const isOpen = value.some((one: object) => Object.keys(one).length === 0);
      return [{ HeaderXApiKey: [] }, ...(isOpen ? [{}] : [])];
    }
    if (KNOWN[value?.format] !== undefined) return { type: "string", enum: KNOWN[value.format] };
    const isBody = name === "properties" && "priority_token" in value;
    if (!isBody) return value;
    const { priority_token: _, apikey: __, username: ___, password: ____, ...rest } = value;
    return rest;
  });
  return JSON.parse(text);
}
