/** Oldest version of Node that runs the service: major and minor. */
const nodeVersionMin = [24, 18] as const;

/** Returns the problem of a version of Node such as `24.21.0`, with the way out; undefined if the version fits. */
export function nodeVersionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  const [majorMin, minorMin] = nodeVersionMin;
  const isOlder = major < majorMin || (major === majorMin && minor < minorMin);
  return isOlder ? `Node ${version} is too old: use ${nodeVersionMin.join(".")} or newer.` : undefined;
}

/** Required version in words. */
export const nodeVersionNeeded = `≥ ${nodeVersionMin.join(".")}`;
