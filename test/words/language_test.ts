import assert from "node:assert/strict";
import { chooseLanguage } from "../../build/task/run_task.ts";
import { languageOfTag, speak } from "../../build/words/say.ts";
import { checkTree } from "../build/check_tree.ts";

const MEMBER = "groupa/members/aya-putri.yaml";
const MISTAKE = { [MEMBER]: "nmae: Aya Putri\nnicknames: [Aya]\n" };

Deno.test("a terminal's language is the one of its tag", () => {
  for (const tag of ["id", "id_ID.UTF-8", "id-ID", "ID_id"]) assert.equal(languageOfTag(tag), "id");
  for (const tag of ["", "C", "en_US.UTF-8", "ja", "idx", "ido"]) {
    assert.equal(languageOfTag(tag), "en");
  }
});

Deno.test("--language chooses over the terminal, wherever it stands, and is no other word", () => {
  assert.deepEqual(chooseLanguage(["a", "--fix"], "id"), { words: ["a", "--fix"], language: "id" });
  for (const asked of [["--language=en"], ["--language", "en"]]) {
    const expected = { words: ["a", "--fix"], language: "en" };
    assert.deepEqual(chooseLanguage(["a", ...asked, "--fix"], "id"), expected);
  }
  assert.match(
    String(chooseLanguage(["--language=fr"], "en")),
    /expected one of en, id; found "fr"/,
  );
});

Deno.test("where messages are of groups, each is in its group's language", async () => {
  const wrong = "nmae: Hoshi Rin\n";
  speak("en", true);
  try {
    const { stderr } = await checkTree({
      ...MISTAKE,
      "site.yaml": "titel: Uji\n",
      "groupb/members/hoshi-rin.yaml": wrong,
      "groupb/group.yaml": "name: Group B\nfamily: wrapped\nlanguage: ja\n",
    });
    assert.match(
      stderr,
      /groupa\/members\/aya-putri\.yaml:1:1: kesalahan: Isian "nmae" tidak bisa dipakai/,
    );
    assert.match(stderr, /groupb\/members\/hoshi-rin\.yaml:1:1: error: Cannot use the field/);
    assert.match(stderr, /^site\.yaml:1:1: error: Cannot use the field "titel"/m);
  } finally {
    speak("en");
  }
});
