import assert from "node:assert/strict";
import { ignoredWithout } from "../../support/ignored_without.ts";
import { ON_AIR } from "../../support/contents.ts";
import { type Ask, world } from "../../support/world.ts";
import { type Figures, nameOf, readFigures } from "./metrics_reader.ts";

const TOKEN = "a-long-metrics-token";
const WITH_TOKEN: Ask = { key: null, headers: { authorization: `Bearer ${TOKEN}` } };

/** A sample as the reference parser of the format tells it. */
type ParsedSample = [name: string, labels: Record<string, string>, value: number];

const PARSE = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse
samples = [s for f in parse(sys.stdin.read()) for s in f.samples]
print(json.dumps([[s.name, s.labels, s.value] for s in samples]))
`;

/** The Python that has the reference parser; undefined: it is not installed here. */
const TOOLS_PYTHON = Deno.env.get("TOOLS_PYTHON") || undefined;

/** Reads OpenMetrics text with the reference parser; fails where it finds a mistake. */
async function parseFigures(text: string): Promise<Figures> {
  const command = new Deno.Command(TOOLS_PYTHON!, {
    args: ["-c", PARSE],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  });
  const child = command.spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const samples = JSON.parse(new TextDecoder().decode(stdout)) as ParsedSample[];
  return new Map(samples.map(([name, labels, value]) => [nameOf(name, labels), value]));
}

Deno.test({
  name: "the reference parser of the format reads what a plain reader reads",
  ignore: ignoredWithout("TOOLS_PYTHON", TOOLS_PYTHON !== undefined),
  async fn() {
    await using app = await world({ ...ON_AIR, env: { LIVE: "on", METRICS_TOKEN: TOKEN } });
    const asks = ["/api/kota/members", "/nope", "/healthz", "/v1/key", "/api/kota/live"];
    for (const path of asks) await (await app.ask(path)).body?.cancel();
    const text = await (await app.ask("/metrics", WITH_TOKEN)).text();
    assert.ok(text.endsWith("\n# EOF\n"));
    const parsed = await parseFigures(text);
    assert.ok(parsed.size > 50);
    assert.deepEqual(new Map([...parsed].sort()), new Map([...readFigures(text)].sort()));
  },
});
