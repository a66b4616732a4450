import assert from "node:assert/strict";
import { OPEN_CALLS } from "../../src/mcp/assistants.ts";
import { SEARCHED } from "../../src/mcp/articles.ts";
import { BIRTHDAY_DAYS } from "../../src/mcp/list_tools.ts";
import { SCHEDULE_DAYS } from "../../src/mcp/schedule_tool.ts";
import { importGraph, reach } from "../structure/import_graph.ts";

Deno.test("a server loads what answers assistants with their first message, and nothing of it before", () => {
  const graph = importGraph("src");
  const isOfRoom = (path: string) => path.startsWith("src/mcp/");
  const atStart = reach(graph, "src/compose/start_server.ts", { later: false }).filter(isOfRoom);
  assert.deepEqual(atStart, ["src/mcp/assistants.ts"]);
  const all = reach(graph, "src/compose/start_server.ts", { later: true }).filter(isOfRoom);
  assert.ok(all.length > 8 && all.includes("src/mcp/call_tool.ts"), `${all}`);
});

Deno.test("no module of the room needs a package, nor node's own", () => {
  for (const [path, imports] of importGraph("src")) {
    if (!path.startsWith("src/mcp/")) continue;
    for (const { to } of imports) assert.match(to, /^src\//, path);
  }
});

Deno.test("the page of assistants has the numbers of the program", () => {
  const page = Deno.readTextFileSync("build/site/docs/pages/assistants.md").replace(/\s+/g, " ");
  assert.ok(page.includes(`${OPEN_CALLS} messages a minute`));
  assert.ok(
    page.includes(`${SCHEDULE_DAYS.all} days from today, of one member ${SCHEDULE_DAYS.ofMember}`),
  );
  assert.ok(page.includes(`the newest ${SEARCHED} are searched by their text`));
  assert.ok(page.includes(`within so many days (${BIRTHDAY_DAYS})`));
});
