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
