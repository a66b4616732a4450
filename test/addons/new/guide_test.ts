import assert from "node:assert/strict";
import { parse } from "yaml";
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
    assert.equal(schema.safeParse(parse(yaml)).error, undefined, kind);
    for (const [line, field] of yaml.matchAll(/^(\w+):.*/gm)) {
      const { [field!]: _, ...rest } = parse(yaml);
      const isNeeded = schema.safeParse(rest).error !== undefined;
      assert.equal(isNeeded, /#.* needed/.test(line), `${kind}: ${line}`);
    }
  }
});
