import assert from "node:assert/strict";
import fc from "fast-check";
import { formatDiagnostics } from "../../build/diagnostic/format.ts";
import { propertyRun } from "../support/size.ts";
import { packTree } from "./compiled_tree.ts";
import { VALID } from "./content_tree.ts";
import { anyEntry } from "./entries.ts";
import { anyMutation, mutate } from "./mutations.ts";
import { assertReadable, assertWhole } from "./whole_pack.ts";
import { wordsOf } from "../../build/words/say.ts";

const decoder = new TextDecoder();

/** Compiles, and fails unless there is either a pack that can be read, or errors at places that exist. */
function assertOutcome(files: Record<string, string | Uint8Array>): void {
  const { bytes, diagnostics } = packTree(files);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  assert.equal(bytes === undefined, errors.length > 0);
  if (bytes !== undefined) assertReadable(assertWhole(bytes));
  const texts = new Map(
    Object.entries({ ...VALID, ...files }).map(([name, holds]) => [
      name,
      (typeof holds === "string" ? holds : decoder.decode(holds)).replace(/^\uFEFF/, "").split(
        "\n",
      ),
    ]),
  );
  for (const { place, message } of diagnostics) {
    const [, lines] = [...texts].find(([name]) => place.file.endsWith(`/${name}`)) ?? [];
    const line = lines?.[place.line - 1];
    assert.ok(
      line !== undefined && place.line >= 1,
      `${wordsOf(message)} at ${JSON.stringify(place)}`,
    );
    assert.ok(place.column >= 1 && place.column <= line.length + 1, JSON.stringify(place));
    assert.doesNotMatch(wordsOf(message).replaceAll(/"[^"]*"/g, ""), /undefined|NaN|\[object/);
  }
  for (const line of formatDiagnostics(diagnostics).split("\n")) {
    assert.ok(line.length < 600, line);
    assert.doesNotMatch(line, /\p{Cc}/u);
  }
}

const anyFile = fc.constantFrom(...Object.keys(VALID));

Deno.test("any bytes of a content file give a pack or errors at places that exist", () => {
  fc.assert(
    fc.property(
      anyFile,
      fc.array(anyMutation, { minLength: 1, maxLength: 4 }),
      (file, mutations) => {
        assertOutcome({ [file]: mutate(VALID[file]!, mutations) });
      },
    ),
    propertyRun(700),
  );
});

Deno.test("any values of the fields give a pack or errors at places that exist", () => {
  fc.assert(
    fc.property(anyEntry, ([file, holds]) => assertOutcome({ [file]: holds })),
    propertyRun(700),
  );
});

Deno.test("random bytes give a pack or errors at places that exist", () => {
  fc.assert(
    fc.property(anyFile, fc.uint8Array({ maxLength: 200 }), (file, bytes) => {
      assertOutcome({ [file]: bytes });
    }),
    propertyRun(300),
  );
});
