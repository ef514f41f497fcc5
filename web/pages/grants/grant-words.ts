import type { Grant } from "../../api/model.ts";

/** Returns what a grant gives: the account, or the group. */
export function thingOf({ accountName, groupName, targetSystemKey }: Grant): string {
  return `${groupName ?? accountName ?? ""} (${targetSystemKey})`;
}
