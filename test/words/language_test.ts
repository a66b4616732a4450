import assert from "node:assert/strict";
import { chooseLanguage } from "../../build/task/run_task.ts";
import { languageOfTag } from "../../build/words/say.ts";

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
