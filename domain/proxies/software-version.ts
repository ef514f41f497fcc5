import packageJson from "../../package.json" with { type: "json" };

/** Version of this program. */
export const softwareVersion: string = packageJson.version;

const semanticVersion = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([\w.-]+))?(?:\+[\w.-]+)?$/;

/** Compares a semantic version with another one; undefined if one of them is none. */
export function compareVersions(one: string, other: string): "older" | "same" | "newer" | undefined {
  const [left, right] = [semanticVersion.exec(one), semanticVersion.exec(other)];
  if (left === null || right === null) return undefined;
  const numbers = [1, 2, 3].map((place) => Number(left[place]) - Number(right[place]));
  const difference = numbers.find((number) => number !== 0) ?? comparePreReleases(left[4], right[4]);
  if (difference === 0) return "same";
  return difference < 0 ? "older" : "newer";
}

/**
 * Compares pre-releases: a release is newer than its pre-releases; of two pre-releases each part is compared, numbers as such and before
 * words.
 */
function comparePreReleases(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  const [left, right] = [one.split("."), other.split(".")];
  for (const [place, part] of left.entries()) {
    const beside = right[place];
    if (beside === undefined) return 1;
    if (part !== beside) return compareParts(part, beside);
  }
  return left.length - right.length;
}

function compareParts(one: string, other: string): number {
  const [isNumber, isOther] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOther) return Number(one) - Number(other);
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return one < other ? -1 : 1;
}
