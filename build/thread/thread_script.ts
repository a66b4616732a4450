/** What runs on the other thread. */
import { hash } from "node:crypto";
import { compilerVersion } from "../cache/compiler_version.ts";
import { createCompressor } from "../emit/compressor.ts";
import { compressedFiles, sitePackBytes } from "../emit/site_pack_bytes.ts";
import { tryFiles } from "../site/docs/try_page.ts";
import { articleName, type ArticleSource, renderArticle } from "../article/article_texts.ts";
import { renderSite } from "../site/site.ts";
import {
  type ArticlesJob,
  claim,
  type Job,
  PART_SIZE,
  type RenderedArticle,
  type SiteJob,
  type ThreadAnswer,
  type ThreadStart,
  type VersionJob,
} from "./thread_messages.ts";

const compress = createCompressor();

globalThis.addEventListener("message", (event) => {
  const { port, bell }: ThreadStart = (event as MessageEvent).data;
  const answer = (answer: ThreadAnswer) => {
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

function work(job: Job, answer: (answer: ThreadAnswer) => void): void {
  if (job.kind === "articles") renderArticles(job, answer);
  else if (job.kind === "libraries") compressLibraries();
  else if (job.kind === "version") answer(nameProgram(job));
  else answer(packSite(job));
}

function nameProgram({ loadedAt }: VersionJob): ThreadAnswer {
  return { kind: "version", version: compilerVersion(undefined, loadedAt) };
}

function renderArticles(
  { sources, claims, first }: ArticlesJob,
  answer: (answer: ThreadAnswer) => void,
): void {
  for (let part = 0; part < claims.length; part++) {
    if (!claim(claims, part)) continue;
    const own = sources.slice(part * PART_SIZE, (part + 1) * PART_SIZE);
    answer({ kind: "articles", part: first + part, articles: rendered(own) });
  }
}

function rendered(sources: readonly ArticleSource[]): RenderedArticle[] {
  try {
    return sources.map((source) => ({ name: articleName(source), text: renderArticle(source) }));
  } catch {
    return [];
  }
}

function packSite({ key, source, before }: SiteJob): ThreadAnswer {
  if (before !== undefined) compress.know(compressedFiles(before));
  const chunks = sitePackBytes(renderSite(source), source.site.base_url, compress);
  const pack = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    pack.set(chunk, at);
    at += chunk.length;
  }
  return { kind: "site", key, pack: pack.buffer, hash: hash("sha256", pack, "base64url") };
}
