import { isLive, type KeyRecord, mayRead } from "../../access/records/key_store.ts";
import { keyLetter } from "../../mail/letters.ts";
import type { GroupIndex } from "../../model/pack_index.ts";
import { command, type CommandEnv } from "../command/command.ts";
import { EMAIL, EXPIRES, IP, LINE, oneOf, PLAN, planZone, toList } from "./options.ts";
import { rangeNotes } from "./keys.ts";
import { mailed } from "./outcomes.ts";

const EXPIRED = 'The day in --expires is over, so that this key opens nothing; see "key extend".';

/** `key issue` */
export const KEY_ISSUE = command("key issue", {
  description: "Makes an API key and shows it, this once",
  at: "POST keys",
  options: {
    owner: {
      valueName: "name",
      description: "who the key is for",
      required: true,
      reader: LINE,
    },
    email: {
      valueName: "address",
      description: "where the owner is reached",
      required: true,
      reader: EMAIL,
    },
    plan: { ...PLAN, required: true },
    group: {
      valueName: "group",
      description: "a group it may read; all if left out",
      repeats: true,
      reader: ({ content }: CommandEnv) => oneOf(content().groups.map(({ slug }) => slug)),
    },
    ip: { ...IP, description: `${IP.description}; with none it opens no wrapped family` },
    expires: { ...EXPIRES, description: `${EXPIRES.description}; never if left out` },
    send: { description: "mail it to the owner" },
  },
  async run(deps, _, { owner, email, plan, group, ip, expires, send }) {
    const { site, plans, groups } = deps.content();
    const expiresAt = expires?.(planZone(plans, plan));
    const { record, secret } = await deps.store.keys.issue({
      owner,
      email,
      plan,
      groups: [...new Set(group)],
      ips: toList(ip),
      createdAt: deps.clock.now(),
      ...(expiresAt !== undefined && { expiresAt }),
    });
    const expired = isLive(record, record.createdAt) ? [] : [EXPIRED];
    const notes = [...expired, ...rangeNotes(record.ips), ...refusalNotes(record, groups)];
    const outcome = { json: { id: record.id, secret }, notes };
    if (!send) return outcome;
    return await mailed(deps, keyLetter(site, { ...record, name: owner }, secret), outcome);
  },
});

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
