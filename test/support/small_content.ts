/** A plan as `plans.yaml` writes it: `{ rate: unlimited, quota: { … } }`. */
export type PlanTexts = Readonly<Record<string, string>>;

/**
 * A zone where it is about noon, so that no day ends while a test runs. (`Etc/GMT-7` is 7 hours
 * ahead of UTC.)
 */
export const NOON_ZONE = zoneOfNoon(new Date().getUTCHours());

function zoneOfNoon(hour: number): string {
  const ahead = 12 - hour;
  return ahead === 0 ? "Etc/UTC" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

/** A plan of so many requests a day and no bound on how fast they come. */
export function dayPlan(requests: number, timezone = NOON_ZONE): string {
  return `{ rate: unlimited, quota: { requests: ${requests}, per: day, timezone: ${timezone} } }`;
}

/** Allows more than a test asks for, and is metered all the same. */
export const AMPLE = dayPlan(1_000_000);

/** Writes a content folder: a bare group `bunga` and a wrapped group `kebun`, of one member each. */
export async function writeSmallContent(
  folder: string,
  plans: PlanTexts = { standard: AMPLE },
): Promise<void> {
  await Deno.mkdir(`${folder}/bunga/members`, { recursive: true });
  await Deno.mkdir(`${folder}/kebun/members`, { recursive: true });
  const write = (path: string, text: string) => Deno.writeTextFile(`${folder}/${path}`, text);
  await write("site.yaml", SITE);
  await write("bunga/group.yaml", BUNGA);
  await write("bunga/members/ayu.yaml", member("Ayu", "gen1-bunga", "2005-02-03"));
  await write("kebun/group.yaml", "name: Kebun\nfamily: wrapped\n");
  await write("kebun/members/tari.yaml", member("Tari", "gen1-kebun", "2006-02-07"));
  await writePlans(folder, plans);
}

/** Writes other plans into the folder. */
export async function writePlans(folder: string, plans: PlanTexts): Promise<void> {
  const lines = Object.entries(plans).map(([name, plan]) => `${name}: ${plan}\n`);
  await Deno.writeTextFile(`${folder}/plans.yaml`, lines.join(""));
}

/** Whom the hint of a refused address names. */
export const CONTACT = "help@oshibase.example";

const SITE = `title: Small
contact: ${CONTACT}
base_url: https://api.oshibase.example
`;

/** A room that nobody can ask for its chat: tests have no such platform. */
const BUNGA = `name: Bunga
family: bare
accounts: { showroom: { room_id: 500, url_key: bunga } }
`;

function member(name: string, generation: string, born: string): string {
  return `name: ${name}\ngeneration: ${generation}\nstatus: active\nbirth_date: ${born}\n`;
}
