import {
  articleName,
  type ArticleSource,
  renderArticle,
  type RenderedArticle,
} from "../article/article_texts.ts";
import type { SiteJob } from "./site_job.ts";

/** What the thread does, by name. */
export const JOBS = { articles, site };

export type Jobs = typeof JOBS;

function articles(sources: readonly ArticleSource[]): RenderedArticle[] {
  return sources.map((source) => ({ name: articleName(source), text: renderArticle(source) }));
}

/** What renders the documents is loaded if there is a site to render. */
async function site(job: SiteJob) {
  const { packSite } = await import("./site_job.ts");
  return packSite(job);
}
