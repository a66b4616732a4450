import CHECK from "../site/docs/recipes/content.yml" with { type: "text" };
import COMMENT from "../site/docs/recipes/comment.yml" with { type: "text" };
import { setField } from "../../yaml/edit_yaml.ts";
import { licenceOf } from "../../../src/model/licence.ts";
import ENGINE from "./engine.ts" with { type: "text" };
import DOCKERFILE from "./Dockerfile" with { type: "text" };
import README from "./readme.md" with { type: "text" };
import { type Pin, withPin } from "./pin.ts";

/** What a new repository of content is filled in from. */
export interface ServiceWish {
  readonly title: string;
  /** The group that editors begin with. */
  readonly group: string;
  /** What the data may be used for: an SPDX id, or an address. */
  readonly licence: string;
  /** `owner/name` on GitHub. */
  readonly repository: string;
  readonly pin: Pin;
}

/** What the program's own `deno.json` says. */
interface OwnConfig {
  readonly tasks: Readonly<Record<string, { readonly description: string }>>;
  readonly unstable: readonly string[];
}

/** The tasks that a repository of content has, if the program has them. */
const TASKS = [
  ...["start", "serve", "dev", "check", "diff", "doctor", "new", "import", "editor", "schema"],
  ...["build", "export", "admin", "upgrade"],
];

/** Deno Deploy serves a folder of its own, with what a server needs of the engine and of the build. */
const SERVER = "build/server";
const COPY_SERVER = `mkdir -p ${SERVER}/build && ` +
  `cp -R .engine/*/deno.json .engine/*/deno.lock .engine/*/src ${SERVER} && ` +
  `cp -R build/out ${SERVER}/build`;

/** The files around the content, by their paths in the repository. */
export function serviceFiles(wish: ServiceWish, own: OwnConfig): Map<string, string> {
  return new Map([
    ["engine.ts", withPin(ENGINE, wish.pin)],
    ["deno.json", config(own)],
    ["README.md", readme(wish)],
    [".gitignore", "/.engine/\n/.data/\n/build/\n*.pepper\n"],
    [".dockerignore", ".git\n.engine\n.data\nbuild\n"],
    ["Dockerfile", DOCKERFILE],
    [".github/workflows/content.yml", CHECK],
    [".github/workflows/comment.yml", COMMENT],
  ]);
}

/** `site.yaml` with what is known of the service. */
export function filledSite(text: string, { title, licence }: ServiceWish): string {
  const fields = { title, licence, attribution: title };
  return Object.entries(fields)
    .reduce((filled, [name, value]) => setField(filled, name, value, []), text);
}

function config({ tasks, unstable }: OwnConfig): string {
  const own = TASKS.filter((name) => Object.hasOwn(tasks, name)).map((name) => {
    const { description } = tasks[name]!;
    return [name, { description, command: `deno run --quiet --allow-all engine.ts ${name}` }];
  });
  const deploy = {
    build: `deno task build && ${COPY_SERVER}`,
    runtime: { type: "dynamic", entrypoint: `./${SERVER}/src/main.ts`, cwd: `./${SERVER}` },
  };
  // Notes in content, and the line of the engine, stay as they were written.
  const exclude = [".engine", ".data", "build", "content", "engine.ts"];
  return `${
    JSON.stringify(
      { tasks: Object.fromEntries(own), deploy, unstable, fmt: { proseWrap: "preserve" }, exclude },
      null,
      2,
    )
  }\n`;
}

function readme({ title, group, licence, repository, pin }: ServiceWish): string {
  const values: Readonly<Record<string, string>> = {
    title,
    group,
    licence: licenceLink(licence),
    repository,
    engine: pin.address.replace(/\.git$/, ""),
    deno: Deno.version.deno,
  };
  return README.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]!);
}

/** A licence as a link, where it has an address. */
function licenceLink(written: string): string {
  const { name, address } = licenceOf(written);
  return address === undefined ? name : `[${name}](${address})`;
}
