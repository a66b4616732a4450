import { type Html, html } from "./html.ts";

/**
 * The mark: three lights of the audience above the line of the stage, the middle one raised highest. The
 * file `icon.svg` has the same drawing on a ground of its own.
 */
export function mark(): Html {
  return html`
    <svg class="mark" viewBox="0 0 32 32" width="28" height="28"
      aria-hidden="true">
      <path d="M5 26.5h22" stroke-width="2.5" />
      <path d="M9 20.5 6.5 12M16 20.5V5.5M23 20.5 25.5 12" stroke-width="4" />
    </svg>
  `;
}

/** The motif: the lights of an audience along a line, some of them lit. It says nothing by itself. */
export function motif(): Html {
  return html`<div class="motif" aria-hidden="true"></div>`;
}
