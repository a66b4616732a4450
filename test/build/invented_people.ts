import type { Prng } from "../support/prng.ts";

/** Somebody who does not exist. No two have the same name, nickname or slug. */
export interface Invented {
  readonly slug: string;
  readonly name: string;
  readonly nickname: string;
}

const BEGINNINGS = ["A", "Be", "Ca", "Da", "E", "Fi", "Ga", "Ha", "In", "Ju", "Ka", "La", "Mi"];
const MIDDLES = ["ra", "li", "no", "sha", "ki", "de", "ve", "yu", "bri", "ma", "ste", "zka"];
const ENDINGS = ["na", "ta", "ra", "nia", "sha", "lia", "ne", "da", "ya", "lla", "ka", "vi"];
const FAMILIES = [
  "Ayuning",
  "Prames",
  "Wijaya",
  "Larasa",
  "Santoso",
  "Kirana",
  "Nugraha",
  "Octavi",
];
const TAILS = ["tyas", "wati", "putri", "dewi", "ningsih", "sari", "maharani", "anggraini"];

/** Invents this many people. */
export function inventPeople(count: number, prng: Prng): Invented[] {
  const taken = new Set<string>();
  const fresh = (make: () => string) => {
    let word = make();
    // A word that is taken grows until it is a new one.
    while (taken.has(word)) word += prng.pick(ENDINGS);
    taken.add(word);
    return word;
  };
  return Array.from({ length: count }, () => {
    const nickname = fresh(() => prng.pick(BEGINNINGS) + prng.pick(MIDDLES) + prng.pick(ENDINGS));
    const name = `${nickname} ${prng.pick(FAMILIES)}${prng.pick(TAILS)}`;
    return { nickname, name, slug: name.toLowerCase().replaceAll(" ", "-") };
  });
}
