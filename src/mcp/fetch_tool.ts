import { notFound } from "../http/http_error.ts";
import { anyText, required } from "../http/parameter.ts";
import { SEARCH_KINDS } from "../model/enums.ts";
import type { SearchKind } from "../model/pack.ts";
import { ON_AIR } from "../routes/resources/live.ts";
import { MEMBER_DETAIL } from "../routes/resources/members.ts";
import { MAX_SEARCH_LENGTH } from "../addons/search/searching.ts";
import { articlesNaming } from "./articles.ts";
import type { Line } from "./item.ts";
import { READERS } from "./items.ts";
import { groupText, idOf, type Lookup } from "./lookup.ts";
import { cut, textResult, tool } from "./tool.ts";

const ID = /^([^/]+)\/([a-z]+)\/(.+)$/s;

/** `fetch`: all about an item, and the articles that name it. */
export const FETCH = tool({
  title: "Fetch",
  description:
    "All about one item, by an id from another tool, such as `groupa/member/some-name`. A member: " +
    "birthday, birthplace, height, blood type, hobby, accounts, career, graduation, how many shows, " +
    "last and next shows, last broadcast. A show or event: time, place, line-up, tickets and when " +
    "their sale begins, birthdays and milestones celebrated, whether it is cancelled or postponed, " +
    "songs. A setlist: its songs, how often it was performed. A song: who sings it, and its setlist. " +
    "A release: date, tracks, singers. A news article: its text. Each also names related articles.",
  parameters: { id: required(anyText("an id from another tool")) },
  async version(ctx, { id }) {
    if (!id.includes("/member/")) return "";
    await Promise.all([ON_AIR.ready(ctx.use), MEMBER_DETAIL.ready(ctx.use)]);
    return MEMBER_DETAIL.version(ctx.use);
  },
  async answer(lookup, { id }) {
    const [, name = "", kindName, address = ""] = ID.exec(id.trim()) ?? [];
    const kind = SEARCH_KINDS.find((one) => one === kindName);
    if (kind === undefined) {
      throw notFound(`An id is <group>/<kind>/<name>; the kinds are ${SEARCH_KINDS.join(", ")}`);
    }
    const [group] = lookup.groupsNamed(name);
    const item = group && await READERS[kind](lookup, group, address);
    if (!group || item === undefined) throw await unknownId(lookup, kind, address);
    const { title, setlist, start } = item;
    const naming = kind === "news" ? [] : await articlesNaming(lookup, group, title, start);
    const articles = naming.map((article) => ({ ...article, id: idOf(group, "news", article.id) }));
    const lines: readonly Line[] = [
      ["Group", groupText(group)],
      ...item.lines,
      ...articles.map(({ id, title, date, sentence }): Line => [
        "Article",
        `${date} · ${title} · ${sentence} · ${id}`,
      ]),
      ...item.longLines ?? [],
    ];
    const said = lines.flatMap(([label, value]) => {
      const text = [value].flat().filter((part) => part !== undefined && part !== "").join(", ");
      return text === "" ? [] : `${label}: ${text}`;
    });
    const text = [title, ...said, ...(item.body ? ["", item.body] : [])].join("\n");
    const url = lookup.urlOf(group, { kind, id: item.id, title, setlist });
    const metadata = {
      group: group.slug,
      kind,
      ...item.metadata,
      articles: articles.length > 0 ? articles.map(({ id }) => id) : undefined,
    };
    return cut(
      text,
      (text) => textResult({ id: idOf(group, kind, item.id), title, text, url, metadata }),
    );
  },
});

/** The refusal of an id that nothing has: the nearest three of its kind. */
async function unknownId(lookup: Lookup, kind: SearchKind, address: string) {
  const words = address.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim().slice(0, MAX_SEARCH_LENGTH);
  const found = words === ""
    ? []
    : await lookup.search(lookup.ctx.groups, words, { kind, limit: 3 });
  const offered = found.map(({ group, id }) => `${group}/${kind}/${id}`).join(", ");
  return notFound(
    offered === ""
      ? "Nothing has that id: search finds ids"
      : `Nothing has that id. The nearest: ${offered}`,
  );
}
