import { managerLevelsMax } from "../people-limits.ts";

/** Yields a line of managers upwards, the given one first, up to the largest length of a line. */
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
 * Returns true if a user would be above themselves with this manager: the manager's line upwards leads to the user. `managers` holds the
 * managers of all on the line by the keys of those whom they manage.
 */
export function isAbove(userKey: string, managerKey: string, managers: ReadonlyMap<string, string | null>): boolean {
  for (const above of lineFrom(managerKey, managers)) if (above === userKey) return true;
  return false;
}

/** Returns the users on the line of managers of a user up to the user again; empty if it does not lead back. */
export function circleThrough(userKey: string, managers: ReadonlyMap<string, string | null>): readonly string[] {
  const line = [userKey];
  for (const above of lineFrom(managers.get(userKey), managers)) {
    if (above === userKey) return line;
    line.push(above);
  }
  return [];
}
