import assert from "node:assert/strict";
import { diagnose } from "../../../build/diagnose.ts";
import { copyFolder } from "../../support/shipped_content.ts";
import { writeTexts } from "../../../build/files/write_texts.ts";
import { makeFiles } from "../../../build/addons/new/make_file.ts";
import { sizeOf, testSeed } from "../../support/size.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const NOW = Date.parse("2026-11-23T05:00:00Z");
const SYLLABLES = ["ka", "ri", "na", "de", "wi", "ci", "tra", "sa", "lu", "mi"];

Deno.test("two branches that each add a member, a show and a setlist merge without a conflict", async () => {
  let state = testSeed();
  const pick = (count: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % count;
  };
  await using folder = await temporaryFolder();
  const content = `${folder.path}/content`;
  await copyFolder("content", content);
  const git = (...args: string[]) => {
    const { success, stdout, stderr } = new Deno.Command("git", {
      args: ["-C", folder.path, "-c", "user.name=A", "-c", "user.email=a@b.example", ...args],
    }).outputSync();
    const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    assert.ok(success, `git ${args.join(" ")}: ${said}`);
    return said;
  };
  git("init", "--quiet", "--initial-branch=base");
  git("add", "--all");
  git("commit", "--quiet", "--message=Base");
  const word = () => {
    const parts = Array.from({ length: 3 }, () => SYLLABLES[pick(SYLLABLES.length)]!).join("");
    return parts[0]!.toUpperCase() + parts.slice(1);
  };
  const add = (branch: string, mark: string) => {
    git("checkout", "--quiet", "-B", branch, "base");
    const day = `2027-0${1 + pick(9)}-1${pick(10)}`;
    const [member, setlist] = [`${word()} ${mark}`, `${word()} ${mark}`];
    const order = (kind: "member" | "setlist" | "show", name: string) =>
      writeTexts(makeFiles({ root: content, group: "groupa", now: NOW, kind, name }));
    order("member", member);
    order("setlist", setlist);
    order("show", `${day} ${setlist}`);
    git("add", "--all");
    git("commit", "--quiet", `--message=${branch}`);
    assert.equal(git("show", "--stat", "--name-only", "--format=").trim().split("\n").length, 3);
  };
  const pairs = sizeOf({ default: 3, full: 500 });
  for (let pair = 0; pair < pairs; pair++) {
    add("one", "Satu");
    add("two", "Dua");
    git("merge", "--quiet", "--no-edit", "one");
    if (pair === 0) assert.deepEqual(diagnose(content), []);
  }
});
