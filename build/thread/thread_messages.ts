import type { ArticleSource } from "../article/article_texts.ts";
import type { SiteSource } from "../site/site_source.ts";

/** What the thread is started with. */
export interface ThreadStart {
  /** Where jobs come from, and answers go to. */
  readonly port: MessagePort;
  /** Is raised, and rung, behind each answer. */
  readonly bell: Int32Array<SharedArrayBuffer>;
}

/** What the thread is to do. */
export type Job = LibrariesJob | VersionJob | ArticlesJob | HashesJob | SiteJob;

/** What most sites have alike is to be compressed ahead. */
export interface LibrariesJob {
  readonly kind: "libraries";
}

/** The program is to be named. */
export interface VersionJob {
  readonly kind: "version";
  /** When it was loaded, epoch ms. */
  readonly loadedAt: number;
}

/** A job of which this thread and the other one each take the parts that are left. */
export interface SharedJob {
  /** Of each part, whether somebody has taken it. */
  readonly claims: Claims;
  /** The number of the first part. */
  readonly first: number;
}

/** Articles to be rendered. */
export interface ArticlesJob extends SharedJob {
  readonly kind: "articles";
  readonly sources: readonly ArticleSource[];
}

/** The items of a group to be hashed, from the last page on. */
export interface HashesJob extends SharedJob {
  readonly kind: "hashes";
  /** The group but its articles, as JSON. */
  readonly content: string;
  /** The number of the job that has brought its articles; undefined: it has none. */
  readonly news: number | undefined;
}

/** The site is to be rendered and packed. */
export interface SiteJob {
  readonly kind: "site";
  /** Names the source. */
  readonly key: string;
  readonly source: SiteSource;
  /** The site pack of this program that is taken the place of: what it has is not compressed again. */
  readonly before: Uint8Array | undefined;
}

/** What the thread has done. */
export type ThreadAnswer =
  | VersionAnswer
  | ArticlesAnswer
  | HashesAnswer
  | SiteAnswer
  | Failure;

export interface VersionAnswer {
  readonly kind: "version";
  /** Undefined where it has none. */
  readonly version: string | undefined;
}

export interface ArticlesAnswer extends PartAnswer<RenderedArticle> {
  readonly kind: "articles";
}

/** Pages as JSON. */
export interface HashesAnswer extends PartAnswer<string> {
  readonly kind: "hashes";
}

/** A part of a shared job. */
export interface PartAnswer<Made> {
  /** Counted over all jobs of the kind. */
  readonly part: number;
  /** None where it could not: the other thread tries, and tells why. */
  readonly made: readonly Made[];
}

export interface RenderedArticle {
  /** Names it in the cache. */
  readonly name: string;
  readonly text: string;
}

export interface SiteAnswer {
  readonly kind: "site";
  readonly key: string;
  /** The bytes of the site pack. The runtime looks at each element of an array that it hands over. */
  readonly pack: ArrayBuffer;
  /** Their SHA-256 in base64url. */
  readonly hash: string;
}

/** A mistake in the program itself, since content that is wrong is never posted. */
export interface Failure {
  readonly kind: "failure";
  readonly reason: string;
}

/** Of each part of a job, 1 where somebody has taken it. */
export type Claims = Int32Array<SharedArrayBuffer>;

/** So many are a part. */
export const PART_SIZE = 16;

/** Takes a part, which nobody else takes then; returns false where somebody else was faster. */
export function claim(claims: Claims, part: number): boolean {
  return Atomics.compareExchange(claims, part, 0, 1) === 0;
}
