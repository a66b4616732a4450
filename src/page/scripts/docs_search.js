// Searches the whole text of the documents. The text is fetched once, when somebody begins to type.
const field = document.querySelector("input[data-text]");
const pages = document.querySelector("[data-pages]");
const found = document.querySelector("[data-found]");
const MOST = 20;
let text;

const fold = (words) => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

async function fetchText() {
  const response = await fetch(field.dataset.text);
  if (!response.ok) throw new Error(response.statusText);
  const list = await response.json();
  return list.flatMap(([path, name, lang, sections]) =>
    sections.map(([id, heading, words]) => ({
      href: id ? `${path}#${id}` : path,
      name,
      lang,
      heading,
      words,
      title: fold(`${heading} ${name}`),
      body: fold(words),
    }))
  );
}

// How well a section has the words: first how many of them, then where, and whether as they were typed.
function scoreOf({ title, body }, words, typed) {
  let [has, score] = [0, title.includes(typed) ? 20 : body.includes(typed) ? 10 : 0];
  for (const word of words) {
    const at = title.indexOf(word);
    const inBody = body.indexOf(word);
    if (at < 0 && inBody < 0) continue;
    has += 1;
    if (at >= 0) score += at === 0 || title[at - 1] === " " ? 8 : 4;
    if (inBody >= 0) score += inBody === 0 || body[inBody - 1] === " " ? 2 : 1;
  }
  return { has, score };
}

// In the page's language; in another one only where that has nothing.
function search(sections, typed) {
  const whole = fold(typed);
  const words = [...new Set(whole.split(/[^\p{L}\p{N}_]+/u).filter(Boolean))];
  const isOwn = ({ lang }) => lang === document.documentElement.lang;
  const own = searchIn(sections.filter(isOwn), words, whole);
  return own.best.length > 0 ? own : searchIn(sections.filter((one) => !isOwn(one)), words, whole);
}

function searchIn(sections, words, typed) {
  const scored = sections.map((section) => ({ section, ...scoreOf(section, words, typed) }));
  const most = scored.reduce((most, { has }) => Math.max(most, has), 0);
  if (most === 0 || most < words.length / 2) return { words, best: [] };
  const best = scored.filter(({ has }) => has === most).sort((one, other) =>
    other.score - one.score
  );
  return { words, best: best.slice(0, MOST).map(({ section }) => section) };
}

// The words around the first that was found, which are set in bold.
function excerpt({ words: whole }, words) {
  const small = whole.toLowerCase();
  const places = words.map((word) => small.indexOf(word)).filter((at) => at >= 0);
  const from = whole.lastIndexOf(" ", Math.min(...places, whole.length) - 30) + 1;
  // Whole words, unless one is longer than the excerpt.
  const end = whole.length <= from + 140 ? whole.length : whole.lastIndexOf(" ", from + 140);
  const part = whole.slice(from, end > from ? end : from + 140);
  const line = document.createElement("div");
  line.className = "small";
  let shown = 0;
  for (const hit of part.matchAll(new RegExp(words.join("|"), "giu"))) {
    const bold = document.createElement("b");
    bold.textContent = hit[0];
    line.append(part.slice(shown, hit.index), bold);
    shown = hit.index + hit[0].length;
  }
  line.append(part.slice(shown));
  return line;
}

function show(sections, typed) {
  const { words, best } = search(sections, typed);
  if (best.length === 0) return say(found.dataset.empty.replace("{}", () => typed));
  const list = document.createElement("ul");
  for (const section of best) {
    const link = document.createElement("a");
    link.href = section.href;
    link.lang = section.lang;
    link.textContent = section.heading === section.name
      ? section.name
      : `${section.heading} · ${section.name}`;
    const item = document.createElement("li");
    item.append(link, excerpt(section, words));
    list.append(item);
  }
  found.replaceChildren(list);
}

function say(words) {
  const line = document.createElement("div");
  line.className = "empty";
  line.textContent = words;
  found.replaceChildren(line);
}

field?.addEventListener("input", async () => {
  text ??= fetchText();
  const sections = await text.catch(() => (text = undefined));
  const typed = field.value.trim();
  pages.hidden = typed !== "";
  if (typed === "") found.replaceChildren();
  else if (sections === undefined) say(found.dataset.failed);
  else show(sections, typed);
});
field?.addEventListener("keydown", ({ key }) => {
  if (key === "Enter") found.querySelector("a")?.click();
});
