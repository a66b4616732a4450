import { readAddresses, toList } from "./addresses.ts";
import { type Command, CommandError } from "../command/command.ts";
import { changeKey, findKey, keyOutcome, refuseRevoked } from "./named_key.ts";
import { planZone } from "./option_values.ts";
import { EXPIRES, IP, PLAN } from "./option_values.ts";
import { readCountOption, readEnd, readKnown } from "./option_values.ts";

const setPlan: Command = {
  noun: "key",
  verb: "set-plan",
  subject: "id",
  rest: "plan",
  description: "Moves a key to another plan; what it has used in this period counts on",
  at: { method: "POST", path: "keys/{}/set-plan" },
  options: { plan: { ...PLAN, required: true } },
  async run(deps, input) {
    const plan = readKnown("plan", input.text("plan")!, Object.keys(deps.content().plans));
    return keyOutcome(deps, await changeKey(deps, input, (key) => ({ ...key, plan })));
  },
};

const extend: Command = {
  noun: "key",
  verb: "extend",
  subject: "id",
  rest: "expires",
  description: "Sets another end for a key",
  at: { method: "POST", path: "keys/{}/extend" },
  options: { expires: { ...EXPIRES, required: true } },
  async run(deps, input) {
    const { plans } = deps.content();
    const key = await changeKey(deps, input, ({ expiresAt: _, ...key }) => {
      const expiresAt = readEnd(input.text("expires")!, planZone(plans, key.plan));
      return { ...key, ...(expiresAt !== undefined && { expiresAt }) };
    });
    return keyOutcome(deps, key);
  },
};

const credit: Command = {
  noun: "key",
  verb: "credit",
  subject: "id",
  rest: "requests",
  description: "Lets a key make more requests until its quota counts anew",
  at: { method: "POST", path: "keys/{}/credit" },
  options: {
    requests: { valueName: "number", description: "how many more", required: true },
  },
  async run(deps, input) {
    const bounds = { least: 1, most: 1_000_000_000, absent: 0, shown: "requests" };
    const units = readCountOption(input, "requests", bounds);
    const key = await findKey(deps, input);
    refuseRevoked(key);
    if (await deps.meter.quotaStatus(key) === undefined) {
      throw new CommandError(
        `Cannot credit key ${key.id}: its plan "${key.plan}" has no quota`,
        "conflict",
      );
    }
    const change = { subject: key.id, before: null, after: { requests: units } };
    const credited = await deps.onRecord(change, async () => {
      await deps.meter.credit(key, units);
      // The change of the record is what tells servers that the key has something again.
      const creditedAt = deps.clock.now();
      return await changeKey(deps, input, (key) => ({ ...key, creditedAt }));
    });
    return keyOutcome(deps, credited);
  },
};

const allowIp: Command = {
  noun: "key",
  verb: "allow-ip",
  subject: "id",
  rest: "ip",
  description: "Adds addresses that a key may be used from",
  at: { method: "POST", path: "keys/{}/allow-ip" },
  options: { ip: { ...IP, required: true } },
  async run(deps, input) {
    const more = readAddresses(input.all("ip"));
    const key = await changeKey(
      deps,
      input,
      (key) => ({ ...key, ips: toList([...key.ips, ...more]) }),
    );
    return keyOutcome(deps, key);
  },
};

const denyIp: Command = {
  noun: "key",
  verb: "deny-ip",
  subject: "id",
  rest: "ip",
  description: "Takes addresses off the list that a key may be used from",
  at: { method: "POST", path: "keys/{}/deny-ip" },
  options: {
    ip: { ...IP, description: "an address or range as it stands on the list", required: true },
  },
  async run(deps, input) {
    const gone = readAddresses(input.all("ip"));
    const key = await changeKey(deps, input, (key) => {
      const unknown = gone.find((ip) => !key.ips.includes(ip));
      if (unknown !== undefined) {
        const there = key.ips.join(", ") || "nothing";
        throw new CommandError(`Cannot take "${unknown}" off the list: it holds ${there}`);
      }
      return { ...key, ips: key.ips.filter((ip) => !gone.includes(ip)) };
    });
    return keyOutcome(deps, key);
  },
};

/** The commands that change what a key may do. */
export const KEY_CHANGES: readonly Command[] = [setPlan, extend, credit, allowIp, denyIp];
