/**
 * The path of a load's request: another one for each number, in all three families, below which there
 * is nothing (404), nobody (200, an empty list), or a parameter that is wrong (400).
 */
export function pathOf(number: number): string {
  const roots = ["api/kembang/member", "api/melati/member", "v1/birthdays", "api/kembang/news"];
  return `${roots[number % roots.length]}/load-${number}`;
}

/** The number of the request that a recorded endpoint stands for; -1 where it is of no load. */
export function numberOf(endpoint: string): number {
  const number = Number(/\/load-(\d+)$/.exec(endpoint)?.[1] ?? -1);
  return number >= 0 && endpoint === `/${pathOf(number)}` ? number : -1;
}
