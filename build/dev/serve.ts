/** The server of `deno task dev`: the program with the preview of its content in front. */
import { StartError } from "../../src/platform/start_error.ts";
import { SettingsError } from "../../src/platform/settings.ts";
import { startServer } from "../../src/core/start.ts";
import { readStartSettings } from "../../src/core/start_settings.ts";
import { BUILD_ADDONS } from "../addons.ts";

try {
  const onDeploy = false;
  const settings = readStartSettings(onDeploy);
  const loadPreview = BUILD_ADDONS.find((one) => one.loadPreview)?.loadPreview;
  const createPreview = await loadPreview?.();
  const front = createPreview?.({ out: settings.OUT_DIR, now: Date.now });
  await startServer({ onDeploy, settings, ...front && { front } });
} catch (error) {
  if (!(error instanceof StartError || error instanceof SettingsError)) throw error;
  console.error(error.message);
  Deno.exit(1);
}
