import { Session } from "node:inspector";
import { build } from "../../build/build_content.ts";
import { desk, ISSUE } from "../support/desk.ts";
import { idnItem } from "../../build/demo/scene.ts";
import { eventsOf, listen } from "../support/heard_events.ts";
import { issueToken } from "../support/issue.ts";
import { createBusyNet, createLiveProgram } from "../support/live_program.ts";
import { createProgram } from "../support/program.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** Gets ready, and hands over the part that counts: it resolves with whether it did what it should. */
type Journey = (count: Count) => Promise<void>;
type Count = (part: () => Promise<boolean>) => Promise<void>;

const JOURNEYS: Readonly<Record<string, Journey>> = {
  async "metered GET"(count) {
    await using program = await contentProgram();
    await countAsked(count, () => program.ask("/api/groupb/members"));
  },
  async "poll"(count) {
    const net = createBusyNet();
    await using program = await createLiveProgram({ net });
    const client = listen(await program.ask("/api/kota/live/stream"));
    await program.pass(60_000);
    await count(async () => {
      const before = eventsOf(client.text()).length;
      net.scene.idn = [idnItem("kota_ani", "another", { view_count: 77 })];
      // Ends with the news: what else the program does every so often is no part of it.
      const isNew = () => eventsOf(client.text()).length > before;
      for (let n = 0; n < 30 && !isNew(); n++) await program.pass(1_000);
      return isNew();
    });
    await client.cancel();
  },
  async "event"(count) {
    const net = createBusyNet();
    let sent = 0;
    const direct = {
      resolve: () => Promise.resolve(["93.184.215.14"]),
      fetchFrom(_address: string, _url: string, { body }: RequestInit = {}) {
        sent++;
        return Promise.resolve(new Response(JSON.parse(String(body)).data.challenge));
      },
    };
    await using program = await createLiveProgram({ net, direct });
    const { secret: key } = await program.issue("free");
    const hook = { url: "https://one.example/", types: ["live.started"] };
    await program.ask("/v1/webhooks", { method: "POST", body: JSON.stringify(hook), key });
    await program.pass(60_000);
    await count(async () => {
      const before = sent;
      net.scene.idn = [idnItem("kota_ani", "another", { view_count: 77 })];
      for (let n = 0; n < 30 && sent === before; n++) await program.pass(1_000);
      return sent > before;
    });
  },
  async "use of a token"(count) {
    await using program = await contentProgram();
    const { secret: token } = await issueToken(program.stores);
    await program.service.access.credentials.refresh();
    await countAsked(count, () => program.ask("/api/groupb/members", { key: null, token }));
  },
  async "build"(count) {
    await using folder = await temporaryFolder();
    await count(async () => (await build({ root: "content", folder: folder.path })).isWritten);
  },
  async "command"(count) {
    await using folder = await temporaryFolder();
    const env = { KV_PATH: `${folder.path}/kv/store.kv`, OUT_DIR: `${folder.path}/out` };
    await build({ root: "content", folder: env.OUT_DIR });
    await count(async () => (await desk(env, ...ISSUE)).code === 0);
  },
};

const contentProgram = () =>
  createProgram({ content: "content", now: "2026-07-04T10:00:00Z", plans: "content" });

/** An answer, once all that it needs is remembered. */
async function countAsked(count: Count, ask: () => Promise<Response>): Promise<void> {
  for (let n = 0; n < 5; n++) await (await ask()).text();
  await count(async () => (await ask()).status === 200);
}

interface Script {
  readonly url: string;
  readonly functions: { functionName: string; ranges: [{ startOffset: number; count: number }] }[];
}

const ROOT = new URL("../../", import.meta.url).href;

/** Prints through how much of the program each journey runs. */
export async function printJourneys(isListed: boolean): Promise<void> {
  const session = new Session();
  session.connect();
  const post = (method: string, params = {}) =>
    new Promise<object | undefined>((resolve, reject) =>
      session.post(method, params, (error, result) => error ? reject(error) : resolve(result))
    );
  await post("Profiler.enable");
  await post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  print("", "files", "lines", "functions");
  for (const [name, journey] of Object.entries(JOURNEYS)) {
    await journey(async (part) => {
      await post("Profiler.takePreciseCoverage");
      if (!await part()) throw new Error(`The journey "${name}" did not do what it should`);
      const taken = await post("Profiler.takePreciseCoverage") as { result: Script[] };
      const files = taken.result.flatMap(filesRun);
      const sum = (of: "lines" | "ran") => files.reduce((all, file) => all + file[of], 0);
      print(name, files.length, sum("lines"), sum("ran"));
      if (isListed) files.forEach(({ path, lines, ran }) => print("", lines, ran, path));
    });
  }
}

/** A file of the program, its lines, and how many of its functions ran: one at least. */
function filesRun({ url, functions }: Script) {
  if (!url.startsWith(`${ROOT}src/`) && !url.startsWith(`${ROOT}build/`)) return [];
  // The evaluation of the file has no name, and begins where the file does.
  const { length: ran } = functions.filter(({ functionName, ranges: [{ startOffset, count }] }) =>
    count > 0 && (functionName !== "" || startOffset > 0)
  );
  const lines = Deno.readTextFileSync(new URL(url)).split("\n").length - 1;
  return ran === 0 ? [] : [{ path: url.slice(ROOT.length), lines, ran }];
}

function print(name: string, ...cells: readonly (string | number)[]): void {
  console.log(name.padEnd(20), cells.map((cell) => String(cell).padStart(9)).join(" "));
}
