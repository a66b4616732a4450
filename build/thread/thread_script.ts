/** What runs on the other thread. */
import { hash } from "node:crypto";
import { compilerVersion } from "../cache/compiler_version.ts";
import { createCompressor } from "../emit/compressor.ts";
import { joinBytes } from "../emit/join_bytes.ts";
import { compressedFiles, sitePackBytes } from "../emit/site_pack_bytes.ts";
import { renderSite, tryFiles } from "../site/site.ts";
import { articleName, type ArticleSource, renderArticle } from "../article/article_texts.ts";
import { pagesToHash } from "./hash_content.ts";
import {
  type ArticlesJob,
  claim,
  type HashesJob,
  type Job,
  PART_SIZE,
  type RenderedArticle,
  type SharedJob,
  type SiteJob,
  type ThreadAnswer,
  type ThreadStart,
  type VersionJob,
} from "./thread_messages.ts";

type Answer = (answer: ThreadAnswer) => void;

const compress = createCompressor();

/** The articles of each job. */
const shared: (readonly ArticleSource[])[] = [];

globalThis.addEventListener("message", (event) => {
  const { port, bell }: ThreadStart = (event as MessageEvent).data;
  const answer: Answer = (answer) => {
    port.postMessage(answer);
    Atomics.add(bell, 0, 1);
    Atomics.notify(bell, 0);
  };
  port.onmessage = ({ data }) => {
    try {
      work(data, answer);
    } catch (error) {
      const reason = error instanceof Error ? error.stack ?? error.message : String(error);
      answer({ kind: "failure", reason });
    }
  };
}, { once: true });

/** Most of what is compressed is the same in every site. */
function compressLibraries(): void {
  for (const { body } of tryFiles("")) compress(body);
}

function work(job: Job, answer: Answer): void {
  if (job.kind === "articles") renderArticles(job, answer);
  else if (job.kind === "hashes") hashItems(job, answer);
  else if (job.kind === "libraries") compressLibraries();
  else if (job.kind === "version") answer(nameProgram(job));
  else answer(packSite(job));
}

function nameProgram({ loadedAt }: VersionJob): ThreadAnswer {
  return { kind: "version", version: compilerVersion(undefined, loadedAt) };
}

function renderArticles({ sources, ...job }: ArticlesJob, answer: Answer): void {
  shared.push(sources);
  const render = (source: ArticleSource): RenderedArticle => ({
    name: articleName(source),
    text: renderArticle(source),
  });
  const parts = job.claims.keys();
  eachPart(parts, sources, job, render, (part, made) => answer({ kind: "articles", part, made }));
}

/** The other thread begins with the first ones. */
function hashItems({ content, news, ...job }: HashesJob, answer: Answer): void {
  const pages = pagesToHash(content, news === undefined ? [] : shared[news]!);
  const parts = [...Array(Math.ceil(pages.length / PART_SIZE)).keys()].reverse();
  const write = (page: () => string) => page();
  eachPart(parts, pages, job, write, (part, made) => answer({ kind: "hashes", part, made }));
}

/**
 * Makes something of each that is in the parts which the other thread leaves; of none of a part where it
 * cannot.
 */
function eachPart<One, Made>(
  parts: Iterable<number>,
  all: readonly One[],
  { claims, first }: SharedJob,
  make: (one: One) => Made,
  answer: (part: number, made: readonly Made[]) => void,
): void {
  for (const part of parts) {
    if (!claim(claims, part)) continue;
    const own = all.slice(part * PART_SIZE, (part + 1) * PART_SIZE);
    answer(first + part, allOrNone(own, make));
  }
}

function allOrNone<One, Made>(all: readonly One[], make: (one: One) => Made): Made[] {
  try {
    return all.map(make);
  } catch {
    return [];
  }
}

function packSite({ key, source, before }: SiteJob): ThreadAnswer {
  if (before !== undefined) compress.know(compressedFiles(before));
  const pack = joinBytes(sitePackBytes(renderSite(source), source.site.base_url, compress));
  return { kind: "site", key, pack: pack.buffer, hash: hash("sha256", pack, "base64url") };
}
