import CHECK from "../site/docs/recipes/content.yml" with { type: "text" };
import COMMENT from "../site/docs/recipes/comment.yml" with { type: "text" };
import ENGINE from "./engine.ts" with { type: "text" };
import DOCKERFILE from "./Dockerfile" with { type: "text" };
import README from "./readme.md" with { type: "text" };
import { type Pin, withPin } from "./pin.ts";

/** What a new repository of content says of itself. */
interface Service {
  readonly title: string;
  /** The group that editors begin with. */
  readonly group: string;
  /** `owner/name` on GitHub. */
  readonly repository: string;
  readonly pin: Pin;
}

/** The tasks that a repository of content has, if the program has them. */
const TASKS = [
  ...["start", "serve", "dev", "check", "diff", "doctor", "new", "rename", "import", "editor"],
  ...["schema", "build", "export", "admin", "upgrade"],
];

/** Deno Deploy serves a folder of its own, with what a server needs of the engine and of the build. */
const SERVER = "build/server";
const COPY_SERVER = `mkdir -p ${SERVER}/build && ` +
  `cp -R .engine/*/deno.json .engine/*/deno.lock .engine/*/src ${SERVER} && ` +
  `cp -R build/out ${SERVER}/build`;

/** The files around the content, by their paths in the repository. */
export function filesAround(service: Service): Map<string, string> {
  return new Map([
    ["engine.ts", withPin(ENGINE, service.pin)],
    ["deno.json", config()],
    ["README.md", readme(service)],
    [".gitignore", "/.engine/\n/.data/\n/build/\n*.pepper\n"],
    [".dockerignore", ".git\n.engine\n.data\nbuild\n"],
    ["Dockerfile", DOCKERFILE],
    [".github/workflows/content.yml", CHECK],
    [".github/workflows/comment.yml", COMMENT],
  ]);
}

function config(): string {
  const { tasks, unstable } = JSON.parse(Deno.readTextFileSync("deno.json"));
  const own = TASKS.filter((name) => Object.hasOwn(tasks, name)).map((name) => {
    const { description } = tasks[name];
    return [name, { description, command: `deno run --quiet --allow-all engine.ts ${name}` }];
  });
  const deploy = {
    build: `deno task build && ${COPY_SERVER}`,
    runtime: { type: "dynamic", entrypoint: `./${SERVER}/src/main.ts`, cwd: `./${SERVER}` },
  };
  // Notes in content, and the line of the engine, stay as they were written.
  const exclude = [".engine", ".data", "build", "content", "engine.ts"];
  const fmt = { proseWrap: "preserve" };
  const all = { tasks: Object.fromEntries(own), deploy, unstable, fmt, exclude };
  return `${JSON.stringify(all, null, 2)}\n`;
}

function readme({ pin, ...service }: Service): string {
  const values: Readonly<Record<string, string>> = {
    ...service,
    engine: pin.address.replace(/\.git$/, ""),
    deno: Deno.version.deno,
  };
  return README.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]!);
}
