/**
 * Whether a test is ignored because its tool is missing here.
 *
 * @throws {Error} if the tool is missing on a build machine (`CI`), which proves everything
 */
export function ignoredWithout(name: string, isHere: boolean): boolean {
  if (!isHere && Deno.env.get("CI")) {
    throw new Error(
      `${name} is missing: \`.ci/tools\` installs it, and a build machine skips no test`,
    );
  }
  return !isHere;
}
