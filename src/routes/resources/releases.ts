import { cachedRoute } from "../route.ts";

/** `releases`: the discography, newest first. */
export const releases = cachedRoute({
  id: "releases",
  path: "releases",
  summary: "Releases, newest first",
  answers: { list: "release" },
  parameters: {},
  answer: (ctx) => ctx.list(ctx.rows("releases"), (release) => ctx.item(release)),
});
