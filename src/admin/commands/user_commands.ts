import { TAKEN_NAMES } from "../../audit/entries.ts";
import { isUsername, type UserRecord } from "../../access/records/user_store.ts";
import { command, CommandError, found } from "../command/command.ts";
import { isoOrNull } from "./outcomes.ts";

/** `user …` */
export const USER_COMMANDS = [
  command("user add", {
    subject: "name",
    description: "Makes an administrator and a password, which is shown this once",
    at: "POST users",
    async run({ store, clock }, username) {
      if (!isUsername(username)) {
        throw new CommandError(
          `Cannot use the name "${username}": expected 1 to 64 letters from a to z, digits or signs, no spaces`,
        );
      }
      const taken = TAKEN_NAMES.get(username);
      if (taken !== undefined) {
        throw new CommandError(`Cannot use the name "${username}": the record calls ${taken} so`);
      }
      const issued = await store.users.issue(username, clock.now());
      if (issued === undefined) {
        throw new CommandError(
          `Cannot add the user "${username}": there is one; "user passwd" makes another password`,
          "conflict",
        );
      }
      return { json: { username, password: issued.secret } };
    },
  }),
  command("user passwd", {
    subject: "name",
    description:
      "Makes another password for an administrator and shows it, this once; the old one is refused " +
      "within 3 seconds",
    at: "POST users/{}/passwd",
    forGood: true,
    async run({ store, clock }, username) {
      const issued = found(await store.users.renew(username, clock.now()), "user", username);
      return { json: { username, password: issued.secret } };
    },
  }),
  command("user remove", {
    subject: "name",
    description: "Removes an administrator; refused within 3 seconds",
    at: "POST users/{}/remove",
    forGood: true,
    async run({ store }, name) {
      const user = found(await store.users.remove(name), "user", name);
      return { json: userView(user), notes: [`User ${name} is removed.`] };
    },
  }),
  command("user list", {
    description: "Shows all administrators",
    at: "GET users",
    showsPersonalData: true,
    none: 'There are no users yet; "user add" makes one.',
    run: async ({ store }) => ({ json: (await store.users.list()).map(userView) }),
  }),
];

function userView({ id, createdAt, changedAt }: UserRecord) {
  return { username: id, created_at: isoOrNull(createdAt), changed_at: isoOrNull(changedAt) };
}
