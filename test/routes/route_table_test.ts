import assert from "node:assert/strict";
import { FAMILIES } from "../../src/core/registry.ts";

const { bare: BARE, wrapped: WRAPPED, v1: V1 } = FAMILIES;

Deno.test.each([["bare", BARE], ["wrapped", WRAPPED], ["v1", V1]])(
  "the %s family: ids and paths are unique, path parameters declared and required",
  (_name, { table: { routes } }) => {
    const ids = routes.map(({ id }) => id);
    const paths = routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/, "{}")}`);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(new Set(paths).size, paths.length);
    for (const { id, path, summary, parameters } of routes) {
      assert.match(summary, /^[A-Z].*[^.]$/, id);
      const inPath = /\{(\w+)\}/.exec(path)?.[1];
      if (inPath !== undefined) assert.equal(parameters[inPath]?.required, true, id);
      for (const { description } of Object.values(parameters)) assert.match(description, /\S/, id);
    }
  },
);
