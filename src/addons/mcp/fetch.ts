import { notFound } from "../../http/http_error.ts";
import { anyText, required } from "../../http/parameter.ts";
import { articlesAbout } from "./articles.ts";
import { addressOf, itemTimes, linesOf, readItem, withShows } from "./items.ts";
import { groupText, idOf, type Kind, KINDS } from "./reader.ts";
import { cut, textResult } from "./result.ts";
import { tool } from "./tool.ts";

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
    "A release: date, tracks, singers. A list of members: their names. Video calls of a day: " +
    "sessions, times, members. A news article: its text. Each also names related articles.",
  parameters: { id: required(anyText("an id from another tool")) },
  async answer(reader, { id }) {
    const [, name = "", kindName, address = ""] = ID.exec(id.trim()) ?? [];
    const kind = KINDS.find((one) => one === kindName);
    if (kind === undefined) {
      throw notFound(`An id is <group>/<kind>/<name>; the kinds are ${KINDS.join(", ")}`);
    }
    const [group] = reader.groupsNamed(name);
    const found = group && await readItem(reader, group, kind, address);
    if (!group || found === undefined) {
      throw await reader.unknown("Nothing has that id", address, kind);
    }
    const read = kind === "member" ? await withShows(reader, group, found) : found;
    const { title = read.name, content_text, description } = read;
    const times = itemTimes(read, group);
    const articles = NAMELESS.includes(kind)
      ? []
      : await articlesAbout(reader, group, { title, state: read.state }, times);
    const body = content_text ?? description;
    const text = [
      title,
      `Group: ${groupText(group)}`,
      ...articles.map(({ id, title, date, sentence }) =>
        `Article: ${[date, title, ...sentence, id].join(" · ")}`
      ),
      ...linesOf(read, group),
      ...body ? ["", body] : [],
    ].join("\n");
    const { date, state, status, performed, stats } = read;
    const metadata = {
      group: group.slug,
      kind,
      date,
      ...times,
      state,
      status,
      performed: performed?.count,
      shows: stats?.shows.total,
      articles: articles.length > 0 ? articles.map(({ id }) => id) : undefined,
    };
    const url = addressOf(reader, group, kind, read);
    return cut(
      text,
      (text) => textResult({ id: idOf(group, kind, read.id), title, text, url, metadata }),
    );
  },
});

/** What no article names by its title. */
const NAMELESS: readonly Kind[] = ["news", "members", "videocall"];
