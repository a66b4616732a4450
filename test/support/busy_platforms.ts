import { createFakeNet, type FakeNet } from "./fake_net.ts";
import {
  hlsStreams,
  idnItem,
  type Scene,
  showroomItem,
  youtubeItem,
} from "../../build/demo/scene.ts";

/** An hour before the tests' instant, in seconds. */
const AN_HOUR_AGO = Date.parse("2026-07-04T09:00:00Z") / 1000;

/** Broadcasts of every kind of account that the content of `test/fixtures/on_air` knows. */
export function fillScene(scene: Scene): void {
  scene.idn = [
    idnItem("kota_ani", "ani-talks", { live_at: AN_HOUR_AGO, view_count: 300 }),
    idnItem("KOTA_Resmi", "official", { live_at: (AN_HOUR_AGO + 60) * 1000 }),
    idnItem("kota_dian", "dian-talks", { live_at: AN_HOUR_AGO + 120 }),
    idnItem("kota_endah", "nobody-knows", { live_at: AN_HOUR_AGO }),
    idnItem("laut_fitri", "fitri-talks", { live_at: AN_HOUR_AGO }),
    idnItem("bukit_gadis", "gadis-talks", { live_at: AN_HOUR_AGO }),
    idnItem("a_stranger", "stranger", { live_at: AN_HOUR_AGO }),
  ];
  const rooms: [number, string, number][] = [
    [901, "KOTA_Ani", 7001],
    [902, "kota_budi_secret", 7002],
    [903, "Kota_Citra", 7003],
    [900, "kota_resmi", 7004],
    [999, "a_stranger", 7005],
  ];
  scene.showroom = [{
    genre_id: 102,
    lives: rooms.map(([room, key, live], n) =>
      showroomItem(room, key, live, { started_at: AN_HOUR_AGO + 300 + n })
    ),
  }];
  scene.streams.set(902, hlsStreams(7002));
  scene.youtube.set("UCkotaResmi_000000000001", [
    youtubeItem("QrCBrhvfsy4", "UCkotaResmi_000000000001"),
  ]);
  scene.youtube.set("UCkotaAni_00000000000001", [
    youtubeItem("AniAniAniA1", "UCkotaAni_00000000000001"),
  ]);
}

/** Nobody is on air, and the channels have no videos. */
export function emptyScene(scene: Scene): void {
  scene.idn = [];
  scene.showroom = [];
  scene.youtube = new Map(
    ["UCkotaResmi_000000000001", "UCkotaAni_00000000000001"].map((channel) => [channel, []]),
  );
}

/** Platforms without sockets on which everybody is on air; `empty`: nobody. */
export function createBusyNet({ empty = false } = {}): FakeNet {
  const net = createFakeNet();
  (empty ? emptyScene : fillScene)(net.scene);
  return net;
}
