import { createPrng, type Prng } from "../support/prng.ts";
import {
  eventText,
  groupText,
  memberText,
  newsText,
  PLANS,
  setlistTexts,
  showText,
  SITE,
  videocallText,
} from "./content_texts.ts";
import { inventPeople } from "./invented_people.ts";

/** How much content each group has; `videocalls` counts days. */
export interface ContentSize {
  readonly groups: number;
  readonly members: number;
  readonly shows: number;
  readonly news: number;
  readonly events: number;
  readonly videocalls: number;
}

/** What the live service holds. */
export const LIVE_SIZE: ContentSize = {
  groups: 1,
  members: 260,
  shows: 3000,
  news: 1720,
  events: 120,
  videocalls: 40,
};

/**
 * Writes a whole content folder of invented people and dates. Equal sizes and seeds give equal bytes.
 * Groups are called `group1`, `group2`, … and take turns at being bare and wrapped.
 */
export function writeContent(folder: string, size: Partial<ContentSize> = {}, seed = 1): void {
  const whole = { ...LIVE_SIZE, ...size };
  const prng = createPrng(seed);
  const people = inventPeople(whole.groups * whole.members, prng);
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${folder}/site.yaml`, SITE);
  Deno.writeTextFileSync(`${folder}/plans.yaml`, PLANS);
  for (let number = 1; number <= whole.groups; number++) {
    const roster = people.splice(0, whole.members);
    writeGroup(`${folder}/group${number}`, number, roster, whole, prng);
  }
}

type Roster = ReturnType<typeof inventPeople>;

function writeGroup(folder: string, number: number, roster: Roster, size: ContentSize, prng: Prng) {
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${folder}/group.yaml`, groupText(number));
  writeKind(`${folder}/setlists`, setlistTexts());
  writeKind(
    `${folder}/members`,
    roster.map((person) => [
      `${person.slug}.yaml`,
      memberText(person, prng),
    ]),
  );
  const many = (count: number, make: (place: number) => [name: string, text: string]) =>
    Array.from({ length: count }, (_, place) => make(place));
  writeKind(`${folder}/shows`, many(size.shows, (place) => showText(place, size, roster, prng)));
  writeKind(`${folder}/news`, many(size.news, (place) => newsText(place, size, prng)));
  writeKind(`${folder}/events`, many(size.events, (place) => eventText(place, size, roster, prng)));
  writeKind(
    `${folder}/videocalls`,
    many(size.videocalls, (place) => videocallText(place, size, roster, prng)),
  );
}

function writeKind(folder: string, files: readonly (readonly [name: string, text: string])[]) {
  Deno.mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) Deno.writeTextFileSync(`${folder}/${name}`, text);
}
