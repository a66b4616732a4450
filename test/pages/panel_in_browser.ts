import type { Store } from "../../src/store/store.ts";
import type { Page } from "playwright-core";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { addAdmin, PEPPER, storeOf } from "../support/issue.ts";

import { placeBuild } from "../support/built.ts";

/** The administrator of {@linkcode prepare}. */
export const [NAME, PASSWORD] = ["root", "correct horse battery"] as const;

/** Logs in as that administrator. */
export async function logIn(page: Page, base: string): Promise<void> {
  await page.goto(`${base}admin`);
  await page.getByLabel("Name").fill(NAME);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
}

/** A server's environment, with a store that `fill` has filled. */
export async function prepare<T>(
  folder: string,
  fill: (stores: Store) => Promise<T>,
): Promise<{ env: Record<string, string>; made: T }> {
  await Deno.mkdir(folder, { recursive: true });
  const env = {
    OUT_DIR: `${folder}/out`,
    KV_PATH: `${folder}/store.kv`,
    KEY_PEPPER: PEPPER,
    LIVE: "off",
    ADMIN_API: "on",
  };
  await placeBuild(env);
  const kv = await openDenoKv(env.KV_PATH);
  const stores = storeOf(kv);
  const made = await fill(stores);
  await addAdmin(stores, NAME, PASSWORD);
  kv.close();
  return { env, made };
}
