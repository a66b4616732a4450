import type { Html } from "../../page/html.ts";
import { badge, type Tone } from "../../page/parts.ts";
import type { TokenView } from "./views.ts";

const TONES: Readonly<Record<TokenView["state"], Tone>> = {
  applied: "warn",
  approved: "good",
  rejected: "plain",
  revoked: "plain",
};

/** The state of a token, or of the application for one. */
export function tokenState({ state }: TokenView): Html {
  return badge(TONES[state], state);
}
