import assert from "node:assert/strict";
import { LineCounter, parseDocument, visit, type YAMLMap } from "yaml";
import { type SchemaName, SCHEMAS } from "../../../build/schema/schemas.ts";

const GUIDE = Deno.readTextFileSync(new URL("../../../content/README.md", import.meta.url));

/** The heading words of the guide's examples, and the schemas that they follow. */
const EXAMPLES: Record<string, SchemaName> = {
  Group: "group",
  Member: "member",
  Show: "show",
  Setlist: "setlist",
  News: "news",
  Event: "event",
  Release: "release",
  "Video calls": "videocall",
};

Deno.test("every example of the editor's guide is right", () => {
  const found = [...GUIDE.matchAll(/^\*\*(.+?)\*\*.*\n\n```(?:yaml|markdown)\n([\s\S]*?)```/gm)];
  assert.deepEqual(found.map(([, kind]) => kind), Object.keys(EXAMPLES));
  for (const [, kind, text] of found) {
    const yaml = text!.startsWith("---\n") ? text!.split("---\n")[1]! : text!;
    const { schema } = SCHEMAS[EXAMPLES[kind!]!];
    const lines = new LineCounter();
    const file = parseDocument(yaml, { lineCounter: lines });
    const isRight = () => schema.safeParse(file.toJS()).success;
    assert.ok(isRight(), kind);
    const needed = new Set<number>();
    const maps: YAMLMap.Parsed[] = [];
    visit(file, { Map: (_, map) => void maps.push(map as YAMLMap.Parsed) });
    for (const map of maps) {
      for (const [place, pair] of map.items.entries()) {
        map.items.splice(place, 1);
        if (!isRight()) needed.add(lines.linePos(pair.key.range[0]).line);
        map.items.splice(place, 0, pair);
      }
    }
    for (const [place, line] of yaml.split("\n").entries()) {
      assert.equal(needed.has(place + 1), /#.* needed/.test(line), `${kind}: ${line}`);
    }
  }
});
