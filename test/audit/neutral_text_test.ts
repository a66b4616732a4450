import assert from "node:assert/strict";
import fc from "fast-check";
import { codeLine, codeText, plainText } from "../../src/delivery/escape.ts";
import { propertyRun } from "../support/size.ts";

Deno.test("plainText() leaves an ordinary name as it is", () => {
  for (const name of ["Forum Penggemar", "Ren & Mio, 2nd", "アイドル部", "Zoë ❤️", "نادي", "a-b"]) {
    assert.equal(plainText(name, 200), name);
  }
});

Deno.test("plainText() disarms mentions, Markdown and links", () => {
  assert.equal(
    plainText("@everyone @Here <@!1> <#2>", 200),
    "＠everyone ＠Here \\<＠!1\\> \\<#2\\>",
  );
  assert.equal(plainText("**a** [b](https://c)", 200), "\\*\\*a\\*\\* \\[b\\]\\(https\\://c\\)");
  assert.equal(plainText("# a", 200), "\\# a");
  assert.equal(plainText("- a", 200), "\\- a");
  assert.equal(plainText("1. a", 200), "\\1. a");
});

Deno.test("plainText() shows what hides", () => {
  assert.equal(plainText("a\u202eb", 200), "a⟨U+202E⟩b");
  assert.equal(plainText("\u200b".repeat(5_000), 200), "⟨U+200B ×5000⟩");
  assert.equal(plainText("\u{e0041}", 200), "⟨U+E0041⟩");
  assert.equal(plainText("a\nb\tc", 200), "a b c");
  assert.equal(plainText(" \n ", 200), "(none)");
  assert.equal(plainText("e" + "\u0301".repeat(90), 200), "e" + "\u0301".repeat(4));
});

Deno.test("codeText() is one piece of code, whatever the text", () => {
  assert.equal(codeText("ops_x@fans.example", 200), "`ops_x@fans.example`");
  assert.equal(codeText("a`b``c", 200), "`aˋbˋˋc`");
});

Deno.test("no text grows beyond its bound, is cut through a character, or is empty", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 400 }),
    fc.string({
      unit: fc.constantFrom("*", "\\", "`", "\u200b", "@everyone", "🏅", "\ud83c"),
      maxLength: 200,
    }),
  );
  fc.assert(
    fc.property(anyText, fc.integer({ min: 20, max: 300 }), (text, longest) => {
      for (
        const shown of [plainText(text, longest), codeText(text, longest), codeLine(text, longest)]
      ) {
        assert.ok(shown.length <= longest && shown.trim().length > 0);
        assert.ok(shown.isWellFormed());
        assert.doesNotMatch(shown, /@everyone|\n/);
      }
      assert.doesNotMatch(plainText(text, longest), /(?<!\\)(\\\\)*\\…$/);
    }),
    propertyRun(),
  );
});
