import assert from "node:assert/strict";
import { stringify } from "yaml";
import { compile } from "../../build/compile.ts";
import { createCatalog } from "../../src/catalog/catalog.ts";
import { findMember } from "../../src/catalog/members.ts";
import { openPack } from "../../src/catalog/pack.ts";
import { joinParts } from "../../src/catalog/phases.ts";
import { createRosterSource } from "../../src/core/live_roster.ts";
import { LIVE_TYPES, PLATFORMS } from "../../src/model/platforms.ts";
import { writeSmallContent } from "../support/small_content.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** The fields by which platforms know a member, and the accounts of a group. */
const ACCOUNTS = {
  member: {
    idn_username: "user_name",
    room_id: 317738,
    showroom_url_key: "user_name",
    sr_exists: true,
    youtube: "UCabcdefghijklmnopqrstuv",
  },
  group: {
    idn: "user_name",
    showroom: { room_id: 317738, url_key: "user_name" },
    youtube: ["UCabcdefghijklmnopqrstuv"],
  },
};

const NOW = Date.parse("2026-07-04T10:00:00Z");

for (const type of LIVE_TYPES) {
  Deno.test(`the account that content names on ${type} finds its member, and has her broadcasts`, async () => {
    const { memberFields, memberKey } = PLATFORMS[type];
    const account = Object.fromEntries(
      memberFields.map((field) => [field, ACCOUNTS.member[field]]),
    );
    await using folder = await temporaryFolder();
    await writeSmallContent(folder.path);
    const file = `${folder.path}/bunga/members/ayu.yaml`;
    await Deno.writeTextFile(file, stringify({ name: "Ayu", ...account }));
    const { pack } = compile(folder.path);
    const catalog = createCatalog(openPack(joinParts(pack!.chunks)));
    const group = catalog.group("bunga")!;
    const [row] = group.table("members");
    const urlKey = row![memberKey]!;
    assert.equal(findMember(group, urlKey, NOW), row);
    const roster = createRosterSource(() => catalog, () => NOW)();
    const owners = roster.ownersOf({ type, urlKey, roomId: 0 });
    assert.deepEqual(owners.map(({ slug }) => slug), ["ayu"]);
  });

  Deno.test(`the account that content names on ${type} has the broadcasts of its group`, async () => {
    await using folder = await temporaryFolder();
    await writeSmallContent(folder.path);
    const account = ACCOUNTS.group[type];
    const group = { name: "Kebun", family: "wrapped", accounts: { [type]: account } };
    await Deno.writeTextFile(`${folder.path}/kebun/group.yaml`, stringify(group));
    const { pack } = compile(folder.path);
    const catalog = createCatalog(openPack(joinParts(pack!.chunks)));
    const [first] = [account].flat();
    const urlKey = typeof first === "string" ? first : first!.url_key;
    const roster = createRosterSource(() => catalog, () => NOW)();
    const owners = roster.ownersOf({ type, urlKey, roomId: 0 });
    assert.deepEqual(owners.map(({ group, isGroup }) => [group, isGroup]), [["kebun", true]]);
  });
}
