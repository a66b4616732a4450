import assert from "node:assert/strict";
import { groupFileForms } from "../../build/forms/form_collection.ts";
import { findFormPlace } from "../../build/forms/form_texts.ts";
import { writeTree } from "../build/content_tree.ts";
import { temporaryFolder } from "../support/temporary.ts";

Deno.test("a form has the songs of a group as its files write them, and none where they write both", async () => {
  await using folder = await temporaryFolder();
  const songsIn = (text: string) => {
    writeTree(folder.path, { "groupa/setlists.yaml": text });
    const [group] = findFormPlace(folder.path).groups;
    const [setlists] = groupFileForms(group!);
    const field = setlists!.fields.find(({ name }) => name === "songs");
    return field &&
      [field.type, ...(field.fields ?? []).map(({ name, type }) => `${name} ${type}`)];
  };
  assert.deepEqual(songsIn("[]\n"), ["line"]);
  assert.deepEqual(songsIn("- name: Pagi\n  songs: [Peluit]\n"), ["line"]);
  assert.deepEqual(songsIn("- name: Pagi\n  songs: [{ title: Peluit }]\n"), [
    ...["object", "title line", "original_title line", "center member", "unit member"],
  ]);
  const mixed = "- name: Pagi\n  songs: [Peluit]\n- name: Sore\n  songs: [{ title: Karcis }]\n";
  assert.equal(songsIn(mixed), undefined);
});
