import { managerLevelsMax } from "../people-limits.ts";

/**
 * Whether a user would be above themselves with somebody as their manager: the line of managers from that one upwards leads to
 * them. `managers` holds the managers of all on the line by the keys of those whom they manage.
 */
export function isAbove(userKey: string, managerKey: string, managers: ReadonlyMap<string, string | null>): boolean {
  let above: string | null | undefined = managerKey;
  for (let level = 0; above && level < managerLevelsMax; level += 1) {
    if (above === userKey) return true;
    above = managers.get(above);
  }
  return false;
}

/** Those on the line of managers of a user up to the user again; none where it does not lead back. */
export function circleThrough(userKey: string, managers: ReadonlyMap<string, string | null>): readonly string[] {
  const line = [userKey];
  for (let above = managers.get(userKey); above && line.length <= managerLevelsMax; above = managers.get(above)) {
    if (above === userKey) return line;
    line.push(above);
  }
  return [];
}
