/** The oldest version of Node that runs the service: major and minor. */
const nodeVersionMin = [24, 18] as const;

/** What is wrong with a version of Node such as `24.21.0`, with the way out; undefined where it fits. */
export function nodeVersionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  const [majorMin, minorMin] = nodeVersionMin;
  const isOlder = major < majorMin || (major === majorMin && minor < minorMin);
  return isOlder ? `Node ${version} is too old: use ${nodeVersionMin.join(".")} or newer.` : undefined;
}

/** The rule in words. */
export const nodeVersionNeeded = `≥ ${nodeVersionMin.join(".")}`;
