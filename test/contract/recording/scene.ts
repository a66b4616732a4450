import { plainVideo, scheduledItem, upcomingVideo } from "../../../build/demo/scene.ts";
import { emptyScene, fillScene } from "../../support/busy_platforms.ts";
import type { DirectNet } from "../../support/opening.ts";
import type { World } from "../../support/world.ts";

/** Everybody stays on air for a while, then nobody, then everybody but one; more is announced. */
export async function broadcasts({ clock, platforms: { scene }, pass }: World): Promise<void> {
  await pass(60_000);
  emptyScene(scene);
  await pass(900_000);
  fillScene(scene);
  const now = clock.now();
  scene.idn.push(scheduledItem("kota_dian", "dian-later", now + 7_200_000));
  scene.nextLives.set(903, now / 1_000 + 3_600);
  const channel = "UCkotaAni_00000000000001";
  scene.youtube.get(channel)!.push(
    upcomingVideo("AniAniAniA2", channel, now + 86_400_000),
    plainVideo("AniAniAniA3", channel),
    plainVideo("AniAniAniA4", channel, { publishedAt: "2026-07-01T00:00:00Z" }),
  );
  scene.idn.shift();
  const said = (name: string, comment: string, second: number) => ({
    name,
    comment,
    avatar_url: `https://a.example/${second}.png`,
    created_at: 1_783_155_600 + second,
  });
  scene.comments.set(901, [said("Sari", "Hello", 0), said("Budi", "<b>Hi</b>", 1)]);
  await pass(60_000);
}

/** Addresses of webhooks: one in a private network, one silent, one with a wrong answer, others good. */
export const WEBHOOK_ADDRESSES: DirectNet = {
  resolve: (name) => Promise.resolve([name === "private.example" ? "10.0.0.7" : "93.184.215.14"]),
  fetchFrom(_address, url, init = {}) {
    const { hostname } = new URL(url);
    if (hostname === "silent.example") return Promise.reject(new Error("Nobody there"));
    return Promise.resolve(
      new Response(hostname === "wrong.example" ? "hello" : String(init.body)),
    );
  },
};
