import assert from "node:assert/strict";
import { JKT48CONNECT } from "../../../src/addons/profile/jkt48connect/table.ts";
import { profileRoutes } from "../../../src/addons/profile/routes.ts";
import { FAMILIES } from "../../../src/core/registry.ts";
import { AnswerContext } from "../../../src/routes/answer_context.ts";
import { BARE_ENVELOPE } from "../../../src/routes/envelope.ts";
import { contentOf } from "../../support/opening.ts";

Deno.test("programs read an empty list of videos where groups have none of that path", async () => {
  const bare = FAMILIES.bare.table.routes;
  const videosOf = (routes: typeof bare) =>
    profileRoutes("jkt48", JKT48CONNECT, routes).filter(({ path }) => path === "videos");
  assert.equal(videosOf(bare).length, 1);
  const [route, ...others] = videosOf(bare.filter(({ path }) => path !== "videos"));
  assert.deepEqual(others, []);
  const content = await contentOf("test/fixtures/trio", "content");
  const { groups } = content.catalog;
  const use = () => assert.fail("it needs no service");
  const ctx = new AnswerContext(content, BARE_ENVELOPE, groups, () => true, 0, use);
  assert.equal(new TextDecoder().decode(route!.kept!(ctx, {}).body), "[]");
});
