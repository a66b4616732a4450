import assert from "node:assert/strict";
import { isOfContent, RECORDING } from "../recording/recording.ts";
import { collectExamples, EXAMPLES, formatExamples } from "./examples.ts";

Deno.test({
  name: 'the examples of the document are what is answered; "deno task api" writes them anew',
  // An editor's change of the content is no change of the program.
  ignore: !isOfContent(Deno.readTextFileSync(RECORDING)),
  fn: async () => {
    assert.equal(formatExamples(await collectExamples()), Deno.readTextFileSync(EXAMPLES));
  },
});
