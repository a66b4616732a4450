import { LOCAL } from "../../audit/entries/admin_entry.ts";
import { isUsername, type UserRecord } from "../../access/records/user_store.ts";
import { type CommandArguments, CommandError, commandsOf, found } from "../command/command.ts";
import { instant, listCommand, listTimestamp } from "./table.ts";

const SHORTEST = 8;
const LONGEST = 1024;

const NEW_PASSWORD = {
  valueName: "password",
  description:
    `the password, of at least ${SHORTEST} characters: typed unseen, or one line of standard input`,
  required: true,
  unseen: true,
} as const;

const NOBODY_LEFT =
  "There is no administrator left: make one at the machine, or by ADMIN_USERNAME and " +
  "ADMIN_PASSWORD, which the next start of a server reads.";

/** `user …` */
export const USER_COMMANDS = commandsOf("user", {
  add: {
    subject: "name",
    description: "Makes an administrator",
    at: "POST users",
    options: { new_password: NEW_PASSWORD },
    async run({ store, passwords, clock }, input) {
      const { subject: username } = input;
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
      const password = await passwords.make(username, readPassword(input));
      const now = clock.now();
      const user = { username, password, createdAt: now, changedAt: now };
      if (!await store.users.add(user)) {
        throw new CommandError(
          `Cannot add the user "${username}": there is one; "user passwd" changes the password`,
          "conflict",
        );
      }
      return { json: userView(user), lines: [`User ${username} may administer the service.`] };
    },
  },
  passwd: {
    subject: "name",
    description: "Changes an administrator's password; the old one is refused within 3 seconds",
    at: "POST users/{}/passwd",
    options: { new_password: NEW_PASSWORD },
    async run({ store, passwords, clock }, input) {
      const { subject: name } = input;
      found(await store.users.find(name), "user", name);
      const password = await passwords.make(name, readPassword(input));
      const changed = await store.users.setPassword(name, password, clock.now());
      const user = found(changed, "user", name);
      return { json: userView(user), lines: [`User ${user.username} has another password.`] };
    },
  },
  logout: {
    subject: "name",
    description: "Ends all logins of an administrator to the pages below /admin",
    at: "POST users/{}/logout",
    async run({ store, clock }, { subject }) {
      const user = found(await store.users.endLogins(subject, clock.now()), "user", subject);
      return { json: userView(user), lines: [`User ${user.username} is logged out everywhere.`] };
    },
  },
  remove: {
    subject: "name",
    description: "Removes an administrator; refused within 3 seconds",
    at: "POST users/{}/remove",
    async run({ store }, { subject }) {
      const user = found(await store.users.remove(subject), "user", subject);
      const isLast = (await store.users.list()).length === 0;
      return {
        json: userView(user),
        lines: [`User ${user.username} is removed.`],
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
      name: ({ username }) => username,
      made: ({ createdAt }) => instant(createdAt),
      "password set": ({ changedAt }) => instant(changedAt),
    },
  }),
});

function readPassword(input: CommandArguments): string {
  const password = input.text("new_password")!;
  if (password.length >= SHORTEST && password.length <= LONGEST) return password;
  throw new CommandError(
    `Cannot use the password: expected ${SHORTEST} to ${LONGEST} characters`,
  );
}

function userView({ username, createdAt, changedAt }: UserRecord): Record<string, unknown> {
  return { username, created_at: listTimestamp(createdAt), changed_at: listTimestamp(changedAt) };
}
