/** The server of `deno task dev`: the program with the preview of its content in front. */
import { StartError } from "../../src/platform/start_error.ts";
import { readSettings, SettingsError } from "../../src/platform/settings.ts";
import { startServer } from "../../src/setup/start/start_server.ts";
import { createPreview } from "../preview/view/preview.ts";

try {
  const { OUT_DIR: out } = readSettings((name) => Deno.env.get(name));
  await startServer({ onDeploy: false, front: createPreview({ out, now: Date.now }) });
} catch (error) {
  if (!(error instanceof StartError || error instanceof SettingsError)) throw error;
  console.error(error.message);
  Deno.exit(1);
}
