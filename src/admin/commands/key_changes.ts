import { readAddresses, toList } from "./addresses.ts";
import { type Command, CommandError } from "../command/command.ts";
import { changeKey, findKey, refuseRevoked, tellKey } from "./named_key.ts";
import { planZone } from "./plan_zone.ts";
import { EXPIRES, IP, PLAN } from "./option_values.ts";
import { readCount, readEnd, readKnown } from "./option_values.ts";

const setPlan: Command = {
  noun: "key",
  verb: "set-plan",
  subject: "id",
  rest: "plan",
  says: "Moves a key to another plan; what it has used in this period counts on",
  at: { method: "POST", path: "keys/{}/set-plan" },
  options: { plan: { ...PLAN, required: true } },
  async run(desk, given) {
    const plan = readKnown("plan", given.text("plan")!, Object.keys(desk.content().plans));
    return tellKey(desk, await changeKey(desk, given, (key) => ({ ...key, plan })));
  },
};

const extend: Command = {
  noun: "key",
  verb: "extend",
  subject: "id",
  rest: "expires",
  says: "Sets another end for a key",
  at: { method: "POST", path: "keys/{}/extend" },
  options: { expires: { ...EXPIRES, required: true } },
  async run(desk, given) {
    const { plans } = desk.content();
    const key = await changeKey(desk, given, ({ expiresAt: _, ...key }) => {
      const expiresAt = readEnd(given.text("expires")!, planZone(plans, key.plan));
      return { ...key, ...(expiresAt !== undefined && { expiresAt }) };
    });
    return tellKey(desk, key);
  },
};

const credit: Command = {
  noun: "key",
  verb: "credit",
  subject: "id",
  rest: "requests",
  says: "Lets a key make more requests until its quota counts anew",
  at: { method: "POST", path: "keys/{}/credit" },
  options: {
    requests: { takes: "number", says: "how many more", required: true },
  },
  async run(desk, given) {
    const units = readCount(given, "requests", { least: 1, most: 1_000_000_000, absent: 0 });
    const key = await findKey(desk, given);
    refuseRevoked(key);
    if (await desk.meter.quotaStatus(key) === undefined) {
      throw new CommandError(
        `Cannot credit key ${key.id}: its plan "${key.plan}" has no quota`,
        "conflict",
      );
    }
    await desk.meter.credit(key, units);
    // The change of the record is what tells servers that the key has something again.
    const creditedAt = desk.clock.now();
    return tellKey(desk, await changeKey(desk, given, (key) => ({ ...key, creditedAt })));
  },
};

const allowIp: Command = {
  noun: "key",
  verb: "allow-ip",
  subject: "id",
  rest: "ip",
  says: "Adds addresses that a key may be used from",
  at: { method: "POST", path: "keys/{}/allow-ip" },
  options: { ip: { ...IP, required: true } },
  async run(desk, given) {
    const more = readAddresses(given.all("ip"));
    const key = await changeKey(
      desk,
      given,
      (key) => ({ ...key, ips: toList([...key.ips, ...more]) }),
    );
    return tellKey(desk, key);
  },
};

const denyIp: Command = {
  noun: "key",
  verb: "deny-ip",
  subject: "id",
  rest: "ip",
  says: "Takes addresses off the list that a key may be used from",
  at: { method: "POST", path: "keys/{}/deny-ip" },
  options: {
    ip: { ...IP, says: "an address or range as it stands on the list", required: true },
  },
  async run(desk, given) {
    const gone = readAddresses(given.all("ip"));
    const key = await changeKey(desk, given, (key) => {
      const unknown = gone.find((ip) => !key.ips.includes(ip));
      if (unknown !== undefined) {
        const there = key.ips.join(", ") || "nothing";
        throw new CommandError(`Cannot take "${unknown}" off the list: it holds ${there}`);
      }
      return { ...key, ips: key.ips.filter((ip) => !gone.includes(ip)) };
    });
    return tellKey(desk, key);
  },
};

/** The commands that change what a key may do. */
export const KEY_CHANGES: readonly Command[] = [setPlan, extend, credit, allowIp, denyIp];
