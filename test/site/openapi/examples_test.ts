import assert from "node:assert/strict";
import { documents } from "../../../build/site/docs/pages.ts";
import type { Example } from "../../../build/site/openapi/responses.ts";
import { FAMILIES } from "../../../src/core/registry.ts";
import { collectExamples, EXAMPLES, formatExamples } from "./examples.ts";
import { EXAMPLES_CONTENT, shippedContentHash } from "./shipped_hash.ts";
import { shippedSite } from "../../support/shipped_site.ts";

const { bare: BARE, wrapped: WRAPPED, v1: V1 } = FAMILIES;

Deno.test({
  name: 'the examples of the document are what is answered; "deno task record" writes them anew',
  // An editor's change of the content is no change of the program.
  ignore: !(Deno.readTextFileSync(EXAMPLES_CONTENT).trim() === shippedContentHash()),
  fn: async () => {
    assert.equal(formatExamples(await collectExamples()), Deno.readTextFileSync(EXAMPLES));
  },
});

const KEPT: Record<string, Example> = JSON.parse(Deno.readTextFileSync(EXAMPLES));

Deno.test("every endpoint of the reference has an example that holds something", () => {
  for (const { name, table } of [BARE, WRAPPED, V1]) {
    for (const { id } of table.routes) {
      const example = KEPT[`${name}/${id}`];
      assert.ok(example !== undefined, `${name}/${id}: "deno task record" writes it`);
      assert.doesNotMatch(
        JSON.stringify(example.answer),
        /^(\[\]|""|.*"data":\[\])/,
        `${name}/${id}`,
      );
    }
  }
});

Deno.test("the example of a list of shows says when one begins, what is performed, and by whom", () => {
  // deno-lint-ignore no-explicit-any
  const [show] = KEPT["bare/theater"]!.answer as any;
  assert.match(show.time, /^\d\d:\d\d$/);
  assert.ok(show.setlist !== "" && show.members.length > 0);
});

Deno.test("an answer that the reference shows is that of its request, or names the other one", () => {
  const files = documents(shippedSite());
  const pages = files.filter(({ path }) =>
    /^\/docs\/reference\/(groupa|groupb|v1)\.md$/.test(path)
  );
  const sections = pages.flatMap(({ body }) => String(body).split(/^## /m).slice(1));
  assert.ok(sections.length > 60);
  let named = 0;
  for (const section of sections) {
    const asked = /^curl .*?'https:\/\/[^/]+(\/.*)'$/m.exec(section);
    const isLookedUp = section.includes("list=$(curl");
    const other = /^An answer to `\S+ (\S+)`/m.exec(section)?.[1];
    const isKept = Object.values(KEPT).some(({ request }) =>
      request.split(" ")[1] === (other ?? asked?.[1])
    );
    assert.ok(isKept, section.slice(0, 900));
    assert.equal(other !== undefined || !isLookedUp, true, section.slice(0, 900));
    if (other !== undefined) named++;
  }
  // Those whose address the reader has to look up, or has of their own.
  assert.ok(named < 15, String(named));
});

Deno.test("the items of an answer have the id that was asked for", () => {
  for (const name of ["member-by-name", "show", "news-by-id", "event", "recent-by-id"]) {
    const { request, answer } = KEPT[`bare/${name}`]!;
    assert.equal((answer as { id: string }).id, request.split("/").at(-1), name);
  }
});

Deno.test("secrets and ids of an owner's things are invented ones", () => {
  const text = JSON.stringify(KEPT);
  const secrets = text.match(/F-osb_[\w.-]+|J-osb_\w+|whsec_[\w+/=]+|\bw_[0-9A-Za-z]{12}\b/g) ?? [];
  assert.deepEqual([...new Set(secrets)].sort(), [
    "F-osb_anInventedFeedTokenThatOpensNothing",
    "J-osb_anInventedKeyThatOpensNothing",
    "whsec_YW4gaW52ZW50ZWQgc2VjcmV0IQ==",
  ]);
});
