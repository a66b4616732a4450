import assert from "node:assert/strict";
import { HttpError } from "../../../src/http/http_error.ts";
import { ownKeyItem } from "../../../src/model/answer/v1.ts";
import type { Catalog, Group } from "../../../src/catalog/catalog.ts";
import type { PackIndex } from "../../../src/model/pack_index.ts";
import { profiledSchema } from "./profiled_schema.ts";
import { JKT48CONNECT } from "../../../src/addons/profile/jkt48connect/table.ts";
import { createProfileReader } from "../../../src/addons/profile/dispatch.ts";
import { FAMILIES } from "../../../src/core/registry.ts";
import { createRouteTable } from "../../../src/routes/family.ts";
import { profileLaws, type SeenAnswer } from "../../support/laws.ts";
import { assertShape } from "../../support/shapes.ts";

const { bare: BARE } = FAMILIES;

/** What asks about a key where a group has a profile. */
const CHECKS = /^\/api\/(check\/[^/]+|zenova\/check)\/?$/;

const table = createRouteTable([...BARE.table.routes, ...JKT48CONNECT.routes]);

/** What the parser reads of a catalog's aliases. */
function profilesOf({ groups }: PackIndex): Catalog["profiles"] {
  return new Map(
    groups.flatMap((group) =>
      Object.entries(group.profiles ?? {}).map(([alias, as]) =>
        [alias, { alias, as, group: group as unknown as Group }] as const
      )
    ),
  );
}

profileLaws.push(assertProfiled);

/** Holds an answer under a profile to the schema that the profile has for it. */
function assertProfiled(
  index: PackIndex,
  { method, target, status, headers, text }: SeenAnswer,
): void {
  if (text === undefined || text === "" || method === "HEAD" || method === "OPTIONS") return;
  if (headers.get("content-type")?.startsWith("application/json") !== true) return;
  const what = `${method} ${target} ${status}`;
  const value = JSON.parse(text);
  if (status !== 200) {
    assert.equal(value.status, false, what);
    assert.equal(typeof value.message, "string", what);
    return;
  }
  const rawRequest = new Request(`http://oshibase.test${target}`);
  const { target: { segments }, query } = createProfileReader(() => profilesOf(index))(rawRequest);
  if (query instanceof HttpError) throw query;
  if (CHECKS.test(`/${segments.join("/")}`)) return assertShape(ownKeyItem, value, what);
  const route = table.match(segments.slice(2))?.routes.reading;
  assert.ok(route, `${what}: the profile has such an endpoint`);
  const isPage = query.has("page") || query.has("perpage");
  assertShape(profiledSchema(route, isPage), value, what);
}
