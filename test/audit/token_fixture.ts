import type { Store } from "../../src/store/store.ts";

/** A priority token, and whose it is. */
export interface Holder {
  readonly id: string;
  readonly secret: string;
  readonly name: string;
  readonly email: string;
}

/** Takes and approves an application, as the command line does. */
export async function giveToken(
  { tokens }: Pick<Store, "tokens">,
  { name = "Budi Penggemar", email = "budi@fans.example" } = {},
): Promise<Holder> {
  const organization = `Fanbase of ${name}`;
  const { record } = await tokens.apply({ organization, name, email, appliedAt: 0 });
  const issued = await tokens.issue(record.id, (token) => ({
    ...token,
    state: "approved",
    reviewedAt: 0,
  }));
  return { id: record.id, secret: issued!.secret, name, email };
}
