/** Prints what a test measured. */
export function noteFigure(what: string, figure: string): void {
  console.log(`${what}: ${figure}`);
}
