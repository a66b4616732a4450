import type markdownIt from "markdown-it";

type Token = ReturnType<ReturnType<typeof markdownIt>["parse"]>[number];

/** Some tokens that make one block of the page. */
type Block = readonly Token[];

/**
 * Renders a page whose sections have their examples beside the text where there is room for both, and
 * behind it elsewhere. Examples are blocks of code, and the sentence that leads to one.
 */
export function renderSideBySide(
  tokens: readonly Token[],
  render: (tokens: Token[]) => string,
): string {
  const html = (blocks: readonly Block[]) => render(blocks.flat());
  return sectionsOf(blocksOf(tokens)).map((section) => {
    const examples = section.filter((block, place) => isExample(block, section[place + 1]));
    if (examples.length === 0) return html(section);
    const text = section.filter((block) => !examples.includes(block));
    const [heading, rest] = isHeading(text[0]) ? [text.slice(0, 1), text.slice(1)] : [[], text];
    return `${html(heading)}<div class="pair"><div>${html(rest)}</div><div>${
      html(examples)
    }</div></div>`;
  }).join("");
}

/** Tokens up to each that closes what the first opened. */
function blocksOf(tokens: readonly Token[]): Block[] {
  const blocks: Token[][] = [];
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0) blocks.push([]);
    blocks.at(-1)!.push(token);
    depth += token.nesting;
  }
  return blocks;
}

/** What is before the first heading below the title, then each of those with what is under it. */
function sectionsOf(blocks: readonly Block[]): Block[][] {
  const sections: Block[][] = [[]];
  for (const block of blocks) {
    if (isHeading(block)) sections.push([]);
    sections.at(-1)!.push(block);
  }
  return sections;
}

function isHeading(block: Block | undefined): boolean {
  return block?.[0]!.type === "heading_open" && block[0]!.tag === "h2";
}

function isExample(block: Block, next: Block | undefined): boolean {
  const { type } = block[0]!;
  return type === "fence" || type === "paragraph_open" && next?.[0]!.type === "fence";
}
