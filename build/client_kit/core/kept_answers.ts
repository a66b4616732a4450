/** An answer, and by which tag it is known. */
export interface KeptAnswer {
  readonly etag: string;
  readonly text: string;
}

/** Answers by address, up to so many characters; what was used longest ago goes first. */
export interface KeptAnswers {
  get(address: string): KeptAnswer | undefined;
  set(address: string, answer: KeptAnswer): void;
}

/** Creates it empty. */
export function createKeptAnswers(maxCharacters: number): KeptAnswers {
  const answers = new Map<string, KeptAnswer>();
  let characters = 0;

  function remove(address: string): KeptAnswer | undefined {
    const answer = answers.get(address);
    if (answer !== undefined) characters -= sizeOf(address, answer);
    answers.delete(address);
    return answer;
  }

  function add(address: string, answer: KeptAnswer): void {
    answers.set(address, answer);
    characters += sizeOf(address, answer);
  }

  return {
    get(address) {
      const answer = remove(address);
      if (answer !== undefined) add(address, answer);
      return answer;
    },
    set(address, answer) {
      remove(address);
      if (sizeOf(address, answer) > maxCharacters) return;
      add(address, answer);
      for (const oldest of answers.keys()) {
        if (characters <= maxCharacters) return;
        remove(oldest);
      }
    },
  };
}

function sizeOf(address: string, { etag, text }: KeptAnswer): number {
  return address.length + etag.length + text.length;
}
