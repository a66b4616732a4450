import assert from "node:assert/strict";
import type { Group } from "../../src/catalog/catalog.ts";
import { withoutGroup } from "../../src/catalog/members.ts";

const GROUP = { name: "Serambi Bintang", slug: "groupa", aliases: ["sb48"] } as unknown as Group;

Deno.test.each([
  ["Dyah Serambi Bintang", "dyah"],
  ["Dyah  SERAMBI  bintang ", "dyah"],
  ["Dyah SB", "dyah"],
  ["Dyah SB48", "dyah"],
  ["Dyah Groupa", "dyah"],
  ["Dyah Nareswari", "dyah nareswari"],
  ["Serambi Bintang", "serambi bintang"],
  ["SB", "sb"],
  ["Dyahsb", "dyahsb"],
])("withoutGroup() reads %j as %j", (text, name) => {
  assert.equal(withoutGroup(GROUP, text), name);
});
