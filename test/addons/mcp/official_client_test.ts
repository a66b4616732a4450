import { TOOL_NAMES } from "../../../src/addons/mcp/tools.ts";
import { REPOSITORY } from "../../support/contents.ts";
import { world } from "../../support/world.ts";
import { shippedSite, siteFiles } from "../site/shipped_site.ts";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";

/** The ways in which the official client finds the era of a server. */
const MODES = ["legacy", "auto", { pin: "2026-07-28" }] as const;

const ARGUMENTS = {
  search: { query: "Nagi" },
  fetch: { id: "groupb/member/nagi-tsuchida" },
  schedule: { member: "Nagi" },
  birthdays: { days: 14, timezone: "Asia/Tokyo" },
  live: {},
  changes: {},
} as const;

for (const mode of MODES) {
  const name = typeof mode === "string" ? mode : `pinned to ${mode.pin}`;
  Deno.test(`the official client, ${name}, lists, calls each tool, and sees mistakes and refusals`, async () => {
    await using program = await world(REPOSITORY);
    const address = addressOf(program.serve());
    await using client = await connectClient(address, mode, { "x-api-key": program.key });
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map((tool) => tool.name), TOOL_NAMES);
    for (const name of TOOL_NAMES) {
      const result = await client.callTool({ name, arguments: ARGUMENTS[name] });
      assert.notEqual(result.isError, true, name);
      const [content] = result.content as { type: string; text: string }[];
      assert.equal(content?.type, "text");
      assert.ok(content.text.length > 20, name);
    }
    const wrong = await client.callTool({ name: "schedule", arguments: { days: 0 } });
    assert.equal(wrong.isError, true);
    await assert.rejects(
      async () => await client.callTool({ name: "drop", arguments: {} }),
      /There are the tools search, fetch/,
    );
    await assert.rejects(
      async () => await connectClient(address, mode, { "x-api-key": "J-osb_wrong" }),
      /403|Invalid API Key/,
    );
  });
}

Deno.test("the configurations of four programs on the page lead the official client to its tools", async () => {
  await using program = await world(REPOSITORY);
  const { port } = program.serve();
  const { secret } = await program.issue("standard");
  const source = shippedSite();
  const base = `http://127.0.0.1:${port}`;
  const page = siteFiles({ ...source, site: { ...source.site, base_url: base } })
    .find(({ path }) => path === "/docs/assistants.md")!;
  const configurations = [...String(page.body).matchAll(/^```json\n([^]*?)^```$/gm)]
    .map(([, text]) => JSON.parse(text!));
  assert.equal(configurations.length, 4);
  for (const configuration of configurations) {
    const servers = configuration.mcpServers ?? configuration.servers;
    const { url, httpUrl, headers } = servers.oshibase;
    const own = Object.fromEntries(
      Object.entries<string>(headers).map(([name, value]) => [
        name,
        value.replace("YOUR-KEY", secret),
      ]),
    );
    assert.notDeepEqual(own, headers);
    await using client = await connectClient(url ?? httpUrl, "auto", own);
    assert.equal((await client.listTools()).tools.length, 6);
    const result = await client.callTool({ name: "fetch", arguments: ARGUMENTS.fetch });
    assert.notEqual(result.isError, true, "the key opens a group that is not open to all");
  }
});

function addressOf({ port }: { port: number }): string {
  return `http://127.0.0.1:${port}/mcp`;
}

/** The official client, connected; `headers` are sent with each request. */
async function connectClient(
  address: string,
  mode: (typeof MODES)[number],
  headers: Record<string, string> = {},
): Promise<Client & AsyncDisposable> {
  const client = new Client(
    { name: "oshibase-test", version: "1.0.0" },
    { versionNegotiation: { mode } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(address), {
    requestInit: { headers },
  });
  await client.connect(transport);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}
