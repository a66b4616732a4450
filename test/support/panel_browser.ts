import { createPasswords } from "../../src/access/records/password.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { type Browser, createBrowser, type SendRequest } from "./browser.ts";
import type { CredentialStores } from "./credential_stores.ts";

export { type Browser as PanelBrowser, formTokenOf, type SeenPage } from "./browser.ts";

/** Creates a browser that sends these headers always. */
export function createPanelBrowser(
  send: SendRequest,
  { headers = {} }: { headers?: Record<string, string> } = {},
): Browser {
  return createBrowser(send, headers);
}

/** Makes an administrator whose password is checked in a moment. */
export async function addAdministrator(
  { users, secretHash }: CredentialStores,
  username: string,
  password: string,
): Promise<void> {
  const passwords = createPasswords({ secretHash, random: systemRandom, rounds: 1_000 });
  const hash = await passwords.make(username, password);
  const record = { username, password: hash, createdAt: 0, changedAt: 0 };
  if (await users.add(record)) return;
  await users.setPassword(username, hash, 1);
}
