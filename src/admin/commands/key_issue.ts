import { isLive, type KeyRecord, mayRead } from "../../access/records/key_store.ts";
import { keyLetter } from "../../mail/letters.ts";
import type { GroupIndex } from "../../model/pack_index.ts";
import type { CommandEntry } from "../command/command.ts";
import {
  EXPIRES,
  IP,
  PLAN,
  planZone,
  readAddresses,
  readEmail,
  readEnd,
  readKnown,
  readLine,
  toList,
} from "./options.ts";
import { mailed, secretOutcome } from "./table.ts";

const EXPIRED = 'The day in --expires is over, so that this key opens nothing; see "key extend".';

/** `key issue` */
export const KEY_ISSUE: CommandEntry = {
  description: "Makes an API key and shows it, this once",
  at: "POST keys",
  options: {
    owner: { valueName: "name", description: "who the key is for", required: true },
    email: { valueName: "address", description: "where the owner is reached", required: true },
    plan: { ...PLAN, required: true },
    group: {
      valueName: "group",
      description: "a group it may read; all if left out",
      repeats: true,
      choices: ({ groups }) => groups.map(({ slug }) => slug),
    },
    ip: { ...IP, description: `${IP.description}; with none it opens no wrapped family` },
    expires: { ...EXPIRES, description: `${EXPIRES.description}; never if left out` },
    send: { description: "mail it to the owner" },
  },
  async run(deps, input) {
    const { site, plans, groups } = deps.content();
    const expires = input.text("expires");
    const plan = readKnown("plan", input.text("plan")!, Object.keys(plans));
    const expiresAt = expires === undefined ? undefined : readEnd(expires, planZone(plans, plan));
    const slugs = groups.map(({ slug }) => slug);
    const { record, secret } = await deps.store.keys.issue({
      owner: readLine(input, "owner"),
      email: readEmail(input),
      plan,
      groups: [...new Set(input.all("group").map((group) => readKnown("group", group, slugs)))],
      ips: toList(readAddresses(input.all("ip"))),
      createdAt: deps.clock.now(),
      ...(expiresAt !== undefined && { expiresAt }),
    });
    const outcome = secretOutcome(`Key ${record.id} for ${record.owner}:`, record.id, secret);
    const expired = isLive(record, record.createdAt) ? [] : [EXPIRED];
    const withNotes = {
      ...outcome,
      notes: [...expired, ...rangeNotes(record), ...refusalNotes(record, groups)],
    };
    if (!input.has("send")) return withNotes;
    return await mailed(
      deps,
      keyLetter(site, { ...record, name: record.owner }, secret),
      withNotes,
    );
  },
};

/** How many addresses a key's ranges are: one may be meant. */
function rangeNotes({ ips }: KeyRecord): string[] {
  return ips.filter((ip) => ip.includes("/")).map((ip) => {
    const bits = (ip.includes(":") ? 128 : 32) - Number(ip.split("/")[1]);
    const count = bits <= 32 ? (2 ** bits).toLocaleString("en") : `2^${bits}`;
    return `The key may be used from all ${count} addresses of ${ip}.`;
  });
}

/** The paths that refuse a key without a whitelist, of the groups that it may read. */
function refusalNotes(key: KeyRecord, groups: readonly GroupIndex[]): string[] {
  if (key.ips.length > 0) return [];
  const paths = groups.filter(({ family, slug }) => family === "wrapped" && mayRead(key, slug))
    .map(({ slug }) => `/api/${slug}/…`);
  if (paths.length === 0) return [];
  return [
    `Without --ip, every path of a wrapped group refuses this key (IP_NOT_WHITELISTED): ` +
    `${paths.join(", ")}; see "key allow-ip".`,
  ];
}
