import assert from "node:assert/strict";
import { diagnose } from "../../build/diagnose.ts";
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

Deno.test("two records of one person become one file, which is said, and the check has no word on it", () => {
  for (const dump of [[SITI, AGAIN], [AGAIN, SITI]]) {
    using tree = importTree();
    const { made, lost, told } = tree.take("members", dump);
    assert.deepEqual([made, lost], [1, 0]);
    assert.deepEqual(tree.names("groupa/members"), ["siti-baru.yaml"]);
    assert.equal(
      tree.text("groupa/members/siti-baru.yaml"),
      "name: Siti Baru\nfullname: Siti Baru Lestari\nnicknames: [Siti]\nbirth_date: 2004-02-29\n",
    );
    assert.match(told, /record 2 ".*": it is record 1 again \(same name and birth date\)$/m);
    const second = tree.take("members", dump);
    assert.deepEqual([second.made, second.changed, second.kept], [0, 0, 1]);
    assert.deepEqual(diagnose(tree.root), []);
  }
});

Deno.test("a short and a full name of one birth date are one person's, and all facts of both stay", () => {
  using tree = importTree();
  const { made, told, lost } = tree.take("members", [
    { id: 1, name: "Siti", birth_date: "2004-02-29", nicknames: ["Iti"], height: 160 },
    { id: 2, name: "Siti Lestari", birth_date: "29 Februari 2004", nicknames: ["Iti", "Tari"] },
  ]);
  assert.deepEqual([made, lost], [1, 0]);
  assert.match(
    told,
    /record 2 "Siti Lestari": it is record 1 again \(same birth date, short and full name\)/,
  );
  assert.equal(
    tree.text("groupa/members/siti.yaml"),
    "name: Siti\nfullname: Siti Lestari\nnicknames: [Iti, Tari]\nbirth_date: 2004-02-29\nheight: 160\n",
  );
});

Deno.test("people of other birth dates are never one; where it is not sure they stay apart, which is said", () => {
  using tree = importTree();
  const other = tree.take("members", [SITI, { ...AGAIN, birth_date: "2004-03-01" }]);
  assert.deepEqual([other.made, other.told.includes("again")], [2, false]);
  using unsure = importTree();
  const done = unsure.take("members", [
    { id: 1, name: "Siti", birth_date: "2004-02-29" },
    { id: 2, name: "Siti Lestari", birth_date: "2004-02-29" },
    { id: 3, name: "Dewi", full_name: "Dewi Ayu" },
    { id: 4, name: "Dewi", birth_date: "2005-01-01" },
  ]);
  assert.equal(done.made, 4);
  assert.match(
    done.told,
    /record 2 "Siti Lestari": it may be record 1 again .*: they are kept apart/,
  );
  assert.match(done.told, /record 4 "Dewi": it may be record 3 again .*: they are kept apart/);
});

Deno.test("a record that may be two people's is kept apart from both", () => {
  using tree = importTree();
  const born = { birth_date: "2004-02-29", nicknames: ["Siti"] };
  const { made, told } = tree.take("members", [
    { id: 1, name: "Siti Ayu", ...born },
    { id: 2, name: "Siti Bela", ...born },
    { id: 3, name: "Siti", ...born },
  ]);
  assert.equal(made, 3);
  assert.match(told, /record 3 "Siti": it may be record 1, 2 again/);
});

Deno.test("a record with a full name alone does not take a file's short name away", () => {
  using tree = importTree();
  tree.take("members", [SITI]);
  const before = tree.text("groupa/members/siti-baru.yaml");
  tree.take("members", [{ ...AGAIN, id: 1 }]);
  assert.equal(tree.text("groupa/members/siti-baru.yaml"), before);
});
