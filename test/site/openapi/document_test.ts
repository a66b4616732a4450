import assert from "node:assert/strict";
import { compile } from "../../../build/compile.ts";
import { renderOpenApi } from "../../../build/site/openapi/document.ts";
import { BARE, V1, WRAPPED } from "../../../src/routes/families.ts";

const { index } = compile("test/fixtures/trio").pack!;
const text = renderOpenApi(index);
// deno-lint-ignore no-explicit-any
const document: any = JSON.parse(text);

Deno.test("the document writes out every endpoint of every group, and no alias", () => {
  const ofGroups = index.groups.flatMap(({ slug, family }) =>
    (family === "bare" ? BARE : WRAPPED).table.routes.map(({ path }) => `/api/${slug}/${path}`)
  );
  const ofAll = V1.table.routes.map(({ path }) => `/v1/${path}`);
  const open = ["/api/codes/verify", "/", "/healthz", "/readyz", "/status"];
  assert.deepEqual(Object.keys(document.paths), [...new Set([...ofGroups, ...ofAll, ...open])]);
});

Deno.test("equal content gives equal bytes, and all of its addresses are its own", () => {
  assert.equal(renderOpenApi(compile("test/fixtures/trio").pack!.index), text);
  assert.deepEqual(document.servers, [{ url: index.site.base_url }]);
});

Deno.test("what the document links is in it, and nothing in it is left unlinked", () => {
  const linked = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, link]) => link!));
  const { securitySchemes: _, ...components } = document.components;
  const present = Object.entries(components).flatMap(([kind, all]) =>
    Object.keys(all as object).map((name) => `${kind}/${name}`)
  );
  assert.deepEqual([...linked].sort(), present.sort());
});

Deno.test("every operation has an id of its own", () => {
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item as object).map(({ operationId }) => operationId)
  );
  assert.equal(new Set(ids).size, ids.length);
});
