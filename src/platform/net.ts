/** The way out to other servers: live platforms, chat channels. */
export interface Net {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** The real network. */
export const systemNet: Net = { fetch: (url, init) => fetch(url, init) };
