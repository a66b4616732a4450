import { createScene } from "../../build/demo/scene.ts";
import { servePlatforms } from "../../build/demo/server.ts";
import { type Platform, platformOf } from "../../build/demo/speak.ts";
import { LISTS } from "./fake_net.ts";
import { type Fault, playFault } from "./platform_faults.ts";

/** One request that a platform got. */
interface Asked {
  readonly platform: Platform;
  readonly path: string;
  /** Epoch ms. */
  readonly at: number;
}

/** The three platforms on one loopback server, with what they were asked. */
export type FakePlatforms = Awaited<ReturnType<typeof startFakePlatforms>>;

/** Starts them on a free port; nobody is on air. */
export async function startFakePlatforms() {
  const scene = createScene();
  const faults = new Map<Platform, Fault>();
  const asked: Asked[] = [];
  const { url, close } = await servePlatforms(() => scene, (_, response, path) => {
    const platform = platformOf(path);
    asked.push({ platform, path, at: Date.now() });
    const fault = faults.get(platform);
    if (fault !== undefined) playFault(fault, response, path);
    return fault !== undefined;
  });
  return {
    url,
    scene,
    asked,
    /** How many requests for lists a platform got: one per poll. */
    polls: (platform: Platform) =>
      asked.filter((one) => one.platform === platform && LISTS.includes(one.path)).length,
    /** Makes a platform fail from now on; undefined heals it. */
    fail(platform: Platform, fault: Fault | undefined): void {
      if (fault === undefined) faults.delete(platform);
      else faults.set(platform, fault);
    },
    close,
  };
}
