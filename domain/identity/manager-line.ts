import { managerLevelsMax } from "../people-limits.ts";

/** A line of managers from somebody upwards, that one first, as far as a line may go. */
function* lineFrom(
  firstKey: string | null | undefined,
  managers: ReadonlyMap<string, string | null>,
): Generator<string, void> {
  let above = firstKey;
  for (let level = 0; above && level < managerLevelsMax; level += 1) {
    yield above;
    above = managers.get(above);
  }
}

/**
 * Whether a user would be above themselves with somebody as their manager: the line of managers from that one upwards leads to
 * them. `managers` holds the managers of all on the line by the keys of those whom they manage.
 */
export function isAbove(userKey: string, managerKey: string, managers: ReadonlyMap<string, string | null>): boolean {
  for (const above of lineFrom(managerKey, managers)) if (above === userKey) return true;
  return false;
}

/** Those on the line of managers of a user up to the user again; none where it does not lead back. */
export function circleThrough(userKey: string, managers: ReadonlyMap<string, string | null>): readonly string[] {
  const line = [userKey];
  for (const above of lineFrom(managers.get(userKey), managers)) {
    if (above === userKey) return line;
    line.push(above);
  }
  return [];
}
