import type { Dice } from "./dice.ts";

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
export function inventPeople(count: number, dice: Dice): Invented[] {
  const taken = new Set<string>();
  const fresh = (make: () => string) => {
    let word = make();
    // A word that is taken grows until it is a new one.
    while (taken.has(word)) word += dice.pick(ENDINGS);
    taken.add(word);
    return word;
  };
  return Array.from({ length: count }, () => {
    const nickname = fresh(() => dice.pick(BEGINNINGS) + dice.pick(MIDDLES) + dice.pick(ENDINGS));
    const name = `${nickname} ${dice.pick(FAMILIES)}${dice.pick(TAILS)}`;
    return { nickname, name, slug: name.toLowerCase().replaceAll(" ", "-") };
  });
}
