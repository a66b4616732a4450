import assert from "node:assert/strict";
import { PROCESS, WITH_PARENT, WITHOUT_DEMO } from "../../src/platform/parent.ts";
import { readSettings } from "../../src/platform/settings.ts";
import { serverArguments } from "../../src/processes/supervisor.ts";
import { NAMED_HOSTS, SERVER_SCRIPT } from "../../src/compose/serve/command_line.ts";
import { NEW_STORE } from "../../src/store/store_files.ts";

Deno.test("a server gets the program's words and its own, and none that are for the whole", () => {
  const settings = readSettings(() => undefined);
  const words = ["--follow", NAMED_HOSTS, NEW_STORE, WITH_PARENT];
  const own = { number: 1, more: [WITHOUT_DEMO] };
  const args = serverArguments(settings, words, own);
  const after = args.slice(args.indexOf(SERVER_SCRIPT) + 1);
  assert.deepEqual(after, ["--follow", WITHOUT_DEMO, WITH_PARENT, `${PROCESS}1`]);
  assert.notDeepEqual(args, serverArguments(settings, ["--follow"], own), "the hosts are named");
});
