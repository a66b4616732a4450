import assert from "node:assert/strict";
import { formCollections } from "../../../build/addons/forms/form_collection.ts";
import { findFormPlace } from "../../../build/addons/forms/form_texts.ts";
import { writeTree } from "../../build/content_tree.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const SHIPPED = "groupa/setlists/jendela-pagi.yaml";

Deno.test("a form has the songs of a group as its files write them, and none where they write both", async () => {
  await using folder = await temporaryFolder();
  const songsIn = (...setlists: string[]) => {
    const files = setlists.map((text, place) => [`groupa/setlists/s${place}.yaml`, text]);
    writeTree(folder.path, { [SHIPPED]: null, ...Object.fromEntries(files) });
    const [group] = findFormPlace(folder.path).groups;
    const { fields } = formCollections(group!).find(({ folder }) => folder === "setlists")!;
    const field = fields.find(({ name }) => name === "songs");
    return field &&
      [field.type, ...(field.fields ?? []).map(({ name, type }) => `${name} ${type}`)];
  };
  assert.deepEqual(songsIn(), ["line"]);
  assert.deepEqual(songsIn("name: Pagi\nsongs: [Peluit]\n"), ["line"]);
  assert.deepEqual(songsIn("name: Pagi\nsongs: [{ title: Peluit }]\n"), [
    ...["object", "title line", "original_title line", "center member", "unit member"],
  ]);
  const mixed = ["name: Pagi\nsongs: [Peluit]\n", "name: Sore\nsongs: [{ title: Karcis }]\n"];
  assert.equal(songsIn(...mixed), undefined);
});
