import assert from "node:assert/strict";
import { endedLetter, manageLetter, signupLetter } from "../../src/mail/owner_letters.ts";

const SENDER = {
  title: "Serambi",
  contact: "help@serambi.example",
  base_url: "https://serambi.example",
};
const LINK = "https://serambi.example/key/confirm?link=abc";

Deno.test("every letter to an owner is in English or Indonesian, plain, and names the service", () => {
  for (const language of ["en", "id"] as const) {
    const to = {
      name: "Sari",
      email: "sari@fans.example",
      hint: "J-…abcd",
      language,
    };
    const letters = [
      signupLetter(SENDER, to, LINK),
      manageLetter(SENDER, to, LINK),
      endedLetter(SENDER, to),
    ];
    for (const { to: addressee, subject, text } of letters) {
      assert.equal(addressee, "sari@fans.example");
      assert.match(text, language === "id" ? /^Halo/ : /^Hello/, subject);
      assert.match(subject, /Serambi/);
      assert.match(text, /\n\nSerambi\nhelp@serambi\.example\n$/);
      assert.equal(/\b(Anda|kunci)\b/.test(text), language === "id", text);
      assert.doesNotMatch(subject, /[\r\n]/);
    }
  }
});
