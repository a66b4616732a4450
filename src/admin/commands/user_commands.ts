import { LOCAL } from "../../audit/entries.ts";
import type { Issued } from "../../access/records/key_store.ts";
import { isUsername, type UserRecord } from "../../access/records/user_store.ts";
import { CommandError, type CommandOutcome, commandsOf, found } from "../command/command.ts";
import { instant, listCommand, listTimestamp, secretOutcome } from "./table.ts";

const NOBODY_LEFT =
  "There is no administrator left: make one at the machine, or by ADMIN_USERNAME and " +
  "ADMIN_PASSWORD, which the next start of a server reads.";

/** `user …` */
export const USER_COMMANDS = commandsOf("user", {
  add: {
    subject: "name",
    description: "Makes an administrator and a password, which is shown this once",
    at: "POST users",
    async run({ store, clock }, { subject: username }) {
      if (!isUsername(username)) {
        throw new CommandError(
          `Cannot use the name "${username}": expected 1 to 64 letters from a to z, digits or signs, no spaces`,
        );
      }
      if (username === LOCAL) {
        throw new CommandError(
          `Cannot use the name "${LOCAL}": the record calls so who works at the machine itself`,
        );
      }
      const issued = await store.users.issue(username, clock.now());
      if (issued === undefined) {
        throw new CommandError(
          `Cannot add the user "${username}": there is one; "user passwd" makes another password`,
          "conflict",
        );
      }
      return passwordOutcome(
        `User ${username} may administer the service, by this password:`,
        issued,
      );
    },
  },
  passwd: {
    subject: "name",
    description:
      "Makes another password for an administrator and shows it, this once; the old one is refused " +
      "within 3 seconds",
    at: "POST users/{}/passwd",
    forGood: true,
    async run({ store, clock }, { subject: name }) {
      const issued = found(await store.users.renew(name, clock.now()), "user", name);
      return passwordOutcome(`The new password of user ${name}:`, issued);
    },
  },
  logout: {
    subject: "name",
    description: "Ends all logins of an administrator to the pages below /admin",
    at: "POST users/{}/logout",
    async run({ store, clock }, { subject }) {
      const user = found(await store.users.endLogins(subject, clock.now()), "user", subject);
      return { json: userView(user), lines: [`User ${user.id} is logged out everywhere.`] };
    },
  },
  remove: {
    subject: "name",
    description: "Removes an administrator; refused within 3 seconds",
    at: "POST users/{}/remove",
    forGood: true,
    async run({ store }, { subject }) {
      const user = found(await store.users.remove(subject), "user", subject);
      const isLast = (await store.users.list()).length === 0;
      return {
        json: userView(user),
        lines: [`User ${user.id} is removed.`],
        ...(isLast && { notes: [NOBODY_LEFT] }),
      };
    },
  },
  list: listCommand({
    description: "Shows all administrators",
    at: "GET users",
    rows: ({ store }) => store.users.list(),
    view: userView,
    none: 'There are no users yet; "user add" makes one.',
    columns: {
      name: ({ id }) => id,
      made: ({ createdAt }) => instant(createdAt),
      "password set": ({ changedAt }) => instant(changedAt),
    },
  }),
});

/** Of a password that was just made: it is shown here and nowhere else. */
function passwordOutcome(what: string, { record, secret }: Issued<UserRecord>): CommandOutcome {
  const { id: username } = record;
  return { ...secretOutcome(what, username, secret), json: { username, password: secret } };
}

function userView({ id, createdAt, changedAt }: UserRecord): Record<string, unknown> {
  return {
    username: id,
    created_at: listTimestamp(createdAt),
    changed_at: listTimestamp(changedAt),
  };
}
