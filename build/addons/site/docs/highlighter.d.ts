/** What is used of highlight.js: its own types would bring those of browsers into the build. */
declare const highlighter: {
  getLanguage(name: string): unknown;
  highlight(code: string, options: { readonly language: string }): { readonly value: string };
};
export default highlighter;
