import assert from "node:assert/strict";
import { parse } from "yaml";
import { type SchemaName, SCHEMAS } from "../../build/schema/schemas.ts";

const GUIDE = Deno.readTextFileSync(new URL("../../content/README.md", import.meta.url));

/** The heading words of the guide's examples, and the schemas that they follow. */
const EXAMPLES: Record<string, SchemaName> = {
  Member: "member",
  Show: "show",
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
    const needed = [...yaml.matchAll(/^(\w+):.*# needed/gm)].map(([, field]) => field!);
    for (const field of needed) {
      const { [field]: _, ...rest } = parse(yaml);
      assert.notEqual(schema.safeParse(rest).error, undefined, `${kind} needs ${field}`);
    }
  }
});
