import assert from "node:assert/strict";
import { stripTypeScriptTypes } from "node:module";
import { parse } from "yaml";

const PAGE = Deno.readTextFileSync("build/site/docs/pages/recipes.md");

/** The listing of a section in one language. */
function listing(heading: string, language: string): string {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  const found = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, "m").exec(section ?? "");
  assert.ok(found, heading);
  return found[1]!.replaceAll("{{base_url}}", "https://api.example").replaceAll(
    "{{bare}}",
    "groupa",
  );
}

Deno.test("the overlay shows who is on air, and connects again when it was refused", () => {
  const script = /<script>([^]*)<\/script>/.exec(listing("An overlay for OBS", "html"))![1]!;
  type Listener = (event: { data: string }) => void;
  const streams: { listeners: Map<string, Listener>; readyState: number; onerror?: () => void }[] =
    [];
  class FakeSource {
    static readonly CLOSED = 2;
    readonly listeners = new Map<string, Listener>();
    readyState = 1;
    onerror?: () => void;
    constructor(readonly address: string) {
      streams.push(this);
    }
    addEventListener(type: string, listener: Listener) {
      this.listeners.set(type, listener);
    }
  }
  const page = { body: { textContent: "" } };
  const timers: (() => void)[] = [];
  new Function("EventSource", "document", "setTimeout", script)(
    FakeSource,
    page,
    (again: () => void) => timers.push(again),
  );
  const [stream] = streams;
  const send = (type: string, data: unknown) =>
    stream!.listeners.get(type)!({ data: JSON.stringify(data) });
  send("snapshot", [{ id: "a", name: "Ama" }]);
  send("started", { id: "b", name: "Dindra" });
  assert.equal(page.body.textContent, "Ama\nDindra");
  send("ended", { id: "a", name: "Ama" });
  assert.equal(page.body.textContent, "Dindra");
  stream!.onerror!();
  assert.deepEqual([streams.length, timers.length], [1, 0]);
  stream!.readyState = FakeSource.CLOSED;
  stream!.onerror!();
  timers[0]!();
  assert.equal(streams.length, 2);
});

Deno.test("the website asks once in 30 seconds, and keeps the last good answer", async () => {
  const code = stripTypeScriptTypes(listing("A website", "typescript"))
    .replace("export default", "return");
  const answers = [new Response('["first"]'), new Response("no", { status: 503 })];
  let now = 1_000_000;
  const asked: string[] = [];
  const site = new Function("fetch", "Date", code)(
    (address: string) => (asked.push(address), Promise.resolve(answers[asked.length - 1])),
    { now: () => now },
  );
  const visit = async () => await (await site.fetch()).text();
  assert.equal(await visit(), '["first"]');
  assert.equal(await visit(), '["first"]');
  assert.deepEqual(asked, ["https://api.example/api/groupa/live"]);
  now += 31_000;
  assert.equal(await visit(), '["first"]');
  assert.equal(asked.length, 2);
});

Deno.test("the bot's command is registered by one line, for which Discord is not asked here", () => {
  const line = /^curl [^]*?$/m.exec(listing("A Discord channel or bot", "sh no-run"))![0];
  const body = JSON.parse(/-d '([^']*)'/.exec(line)![1]!);
  assert.deepEqual(body, { name: "live", description: "Who is on air" });
  assert.match(line, /'https:\/\/discord\.com\/api\/v10\/applications\/[\w-]+\/commands'$/);
});

Deno.test("the sensor's configuration is YAML with an address, a key and a template", () => {
  const yaml = listing("A sensor for Home Assistant", "yaml").replace("!secret ", "");
  const { rest: [sensor] } = parse(yaml);
  assert.equal(sensor.resource, "https://api.example/api/groupa/live");
  assert.deepEqual(sensor.headers, { "x-api-key": "oshibase_key" });
  assert.match(sensor.sensor[0].value_template, /^\{\{ value_json \| .* \}\}$/);
});

Deno.test("each recipe has at most 60 lines", () => {
  const blocks = [...PAGE.matchAll(/^```\w[^\n]*\n([^]*?)^```$/gm)].map(([, code]) => code!);
  assert.ok(blocks.length >= 8, `${blocks.length} recipes`);
  for (const code of blocks) assert.ok(code.trimEnd().split("\n").length <= 60, code);
});
