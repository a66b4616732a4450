import assert from "node:assert/strict";
import { nameLanguage } from "../../../src/addons/pages/names.ts";

Deno.test.each<[name: string, reading: string | undefined, group: string, language: string]>([
  ["ありさわ みずほ", undefined, "id", "ja"],
  ["有沢 瑞穂", "ありさわ みずほ", "id", "ja"],
  ["有沢 瑞穂", undefined, "ja", "ja"],
  ["陳美蘭", undefined, "zh-TW", "zh-TW"],
  ["陳美蘭", "Chen Meilan", "id", "und-Hani"],
  ["김민지", "Kim Minji", "en", "ko"],
  ["தரணி", undefined, "en", "ta"],
  ["ꦭꦶꦤ꧀ꦠꦁ", undefined, "id", "jv-Java"],
  ["Siti", undefined, "id", "id"],
])("%s, read as %j, in a group of %3$s", (name, reading, group, language) => {
  assert.equal(nameLanguage(name, reading, group), language);
  assert.equal(Intl.getCanonicalLocales(language)[0], language);
});
