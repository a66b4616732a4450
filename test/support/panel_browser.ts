import { type Browser, createBrowser, type SendRequest } from "./browser.ts";

export { type Browser as PanelBrowser, formTokenOf, type SeenPage } from "./browser.ts";

/** Creates a browser that sends these headers always. */
export function createPanelBrowser(
  send: SendRequest,
  { headers = {} }: { headers?: Record<string, string> } = {},
): Browser {
  return createBrowser(send, headers);
}
