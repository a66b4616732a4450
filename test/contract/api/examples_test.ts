import assert from "node:assert/strict";
import { isOfContent, RECORDING } from "../recording/recording.ts";
import { BARE, V1, WRAPPED } from "../../../src/routes/families.ts";
import { collectExamples, EXAMPLES, formatExamples } from "./examples.ts";

Deno.test({
  name: 'the examples of the document are what is answered; "deno task api" writes them anew',
  // An editor's change of the content is no change of the program.
  ignore: !isOfContent(Deno.readTextFileSync(RECORDING)),
  fn: async () => {
    assert.equal(formatExamples(await collectExamples()), Deno.readTextFileSync(EXAMPLES));
  },
});

const KEPT: Record<string, unknown> = JSON.parse(Deno.readTextFileSync(EXAMPLES));

Deno.test("every endpoint of the reference has an example that holds something", () => {
  for (const { name, table } of [BARE, WRAPPED, V1]) {
    for (const { id } of table.routes) {
      const example = KEPT[`${name}/${id}`];
      assert.ok(example !== undefined, `${name}/${id}: "deno task api" writes it`);
      assert.doesNotMatch(JSON.stringify(example), /^(\[\]|""|.*"data":\[\])/, `${name}/${id}`);
    }
  }
});

Deno.test("the example of a list of shows says when one begins, what is performed, and by whom", () => {
  // deno-lint-ignore no-explicit-any
  const [show] = KEPT["bare/theater"] as any;
  assert.match(show.time, /^\d\d:\d\d$/);
  assert.ok(show.setlist !== "" && show.members.length > 0);
});

Deno.test("secrets and ids of an owner's things are invented ones", () => {
  const text = JSON.stringify(KEPT);
  const secrets = text.match(/F-osb_\w+|J-osb_\w+|whsec_[\w+/=]+|\b[fw]_[0-9A-Za-z]{12}\b/g) ?? [];
  assert.deepEqual([...new Set(secrets)].sort(), [
    "F-osb_anInventedFeedTokenThatOpensNothing",
    "whsec_YW4gaW52ZW50ZWQgc2VjcmV0IQ==",
  ]);
});
