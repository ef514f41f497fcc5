import type { GroupMembership } from "../../api/model.ts";
import type { Say } from "../../messages/text.ts";

type Told = Pick<GroupMembership, "throughGroup" | "shownByTarget">;

/** Returns the text about the peculiarities of a membership: it comes through another group, or the target system does not show it. */
export function membershipWords({ throughGroup, shownByTarget }: Told, say: Say): string {
  const words = [
    ...(throughGroup === null ? [] : [say("membership.through", { group: throughGroup })]),
    ...(shownByTarget === false ? [say("membership.notShown")] : []),
  ];
  return words.join(", ");
}
