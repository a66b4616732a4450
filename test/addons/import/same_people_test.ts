import assert from "node:assert/strict";
import { importTree } from "./import_tree.ts";

const SITI = {
  id: 1,
  name: "Siti Baru",
  full_name: "Siti Baru Lestari",
  birth_date: "2004-02-29",
  nicknames: ["Siti"],
};
const AGAIN = {
  id: 60,
  full_name: "Siti Baru Lestari",
  birth_date: "2004-02-29",
  nicknames: ["Siti"],
};

Deno.test("records of one name and birth date stay apart, and are reported", () => {
  using tree = importTree();
  const { made, lost, told } = tree.take("members", [SITI, AGAIN]);
  assert.deepEqual([made, lost], [2, 0]);
  assert.equal(
    told,
    'dump.json: record 2 "Siti Baru Lestari": it has the name and birth date of record 1: ' +
      "take one out if both are one person\n",
  );
  const second = tree.take("members", [SITI, AGAIN]);
  assert.deepEqual([second.made, second.changed, second.kept], [0, 0, 2]);
  const other = tree.take("members", [SITI, { ...AGAIN, birth_date: "2004-03-01" }]);
  assert.equal(other.told.includes("take one out"), false);
});

Deno.test("the same record twice is one file", () => {
  using tree = importTree();
  const { made, told } = tree.take("members", [SITI, SITI]);
  assert.deepEqual([made, told], [1, ""]);
});

Deno.test("a record with a full name alone does not take a file's short name away", () => {
  using tree = importTree();
  tree.take("members", [SITI]);
  const before = tree.text("groupa/members/siti-baru.yaml");
  tree.take("members", [{ ...AGAIN, id: 1 }]);
  assert.equal(tree.text("groupa/members/siti-baru.yaml"), before);
});
