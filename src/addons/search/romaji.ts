/** Hiragana and their Hepburn romanisation (ANSI Z39.11). */
const SYLLABLES = new Map(
  ("あa いi うu えe おo かka きki くku けke こko がga ぎgi ぐgu げge ごgo さsa しshi すsu せse そso " +
    "ざza じji ずzu ぜze ぞzo たta ちchi つtsu てte とto だda ぢji づzu でde どdo なna にni ぬnu ねne " +
    "のno はha ひhi ふfu へhe ほho ばba びbi ぶbu べbe ぼbo ぱpa ぴpi ぷpu ぺpe ぽpo まma みmi むmu めme " +
    "もmo やya ゆyu よyo らra りri るru れre ろro わwa ゐwi ゑwe をwo んn ゔvu ゕka ゖke ゎwa")
    .split(" ").map((pair) => [pair[0]!, pair.slice(1)]),
);

/** Small letters, which change the syllable before them. */
const SMALL = new Map(
  "ぁa ぃi ぅu ぇe ぉo ゃya ゅyu ょyo".split(" ").map((pair) => [pair[0]!, pair.slice(1)]),
);

const KATAKANA = /[\u30a1-\u30f6]/g;
const KATAKANA_TO_HIRAGANA = 0x60;

/** Kana in small Latin letters, by Hepburn; the mark of a long vowel is left out. */
export function romajiOf(kana: string): string {
  let romaji = "";
  let isDoubled = false;
  for (const letter of toHiragana(kana)) {
    const small = SMALL.get(letter);
    if (letter === "っ") isDoubled = true;
    else if (small !== undefined) romaji = contract(romaji, small);
    else if (letter !== "ー") {
      const syllable = SYLLABLES.get(letter) ?? "";
      romaji += isDoubled ? doubled(syllable) : syllable;
      isDoubled = false;
    }
  }
  return romaji;
}

function toHiragana(kana: string): string {
  return kana.replace(
    KATAKANA,
    (letter) => String.fromCharCode(letter.charCodeAt(0) - KATAKANA_TO_HIRAGANA),
  );
}

/** A small tsu doubles the consonant behind it. */
function doubled(syllable: string): string {
  if (syllable.startsWith("ch")) return `t${syllable}`;
  return /^[aiueon]/.test(syllable) ? syllable : syllable[0]! + syllable;
}

/** The syllable before a small letter, with that letter: `ki` and `ya` are `kya`. */
function contract(romaji: string, small: string): string {
  if (romaji === "") return small;
  if (small[0] !== "y") return withVowel(romaji, small);
  if (!romaji.endsWith("i")) return romaji + small;
  const stem = romaji.slice(0, -1);
  return /(?:sh|ch|j)$/.test(stem) ? stem + small[1] : stem + small;
}

function withVowel(romaji: string, vowel: string): string {
  const stem = romaji.slice(0, -1);
  if (romaji.endsWith("u") && !/[^aiueo]$/.test(stem)) return `${stem}w${vowel}`;
  return /[aiueo]$/.test(romaji) ? stem + vowel : romaji + vowel;
}

/**
 * What can be read as romanised Japanese, or as the beginning of it. An `n` ends a syllable only where
 * it begins none, so that each word is read in one way: two ways for each syllable would double the
 * time that it takes.
 */
const READABLE =
  /^(?:(?:[ct]?ch|s?sh|t?ts|dz|([bdfghjkmprstvz])\1?y?|ny?|[yw])?[aiueo]|n(?!y?[aiueo])|m(?=[bp]))+[bcdfghjkmnprstvwyz]{0,2}$/;

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/tch|cch/g, "tty"],
  [/ch/g, "ty"],
  [/sh/g, "sy"],
  [/tts/g, "tt"],
  [/ts/g, "t"],
  [/dz/g, "z"],
  [/jj/g, "zzy"],
  [/j/g, "zy"],
  [/f/g, "h"],
  [/yy+/g, "y"],
  [/yi/g, "i"],
  [/m(?=[bp])/g, "n"],
  [/ou|oo/g, "o"],
  [/uu/g, "u"],
  [/aa/g, "a"],
  [/ii/g, "i"],
  [/ee/g, "e"],
];

/**
 * One spelling for all romanisations of the same kana, be they Hepburn's or Kunrei's (ISO 3602), with
 * long vowels or short ones; undefined for a word that is none.
 */
export function romajiKey(word: string): string | undefined {
  if (!READABLE.test(word)) return undefined;
  return SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), word);
}
