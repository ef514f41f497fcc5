import type { GroupMembership } from "../../api/model.ts";
import type { Say } from "../../messages/text.ts";

type Told = Pick<GroupMembership, "throughGroup" | "shownByTarget">;

/** What is out of the ordinary with a membership: it is by another group, or its target does not show it. */
export function membershipWords({ throughGroup, shownByTarget }: Told, say: Say): string {
  const words = [
    ...(throughGroup === null ? [] : [say("membership.through", { group: throughGroup })]),
    ...(shownByTarget === false ? [say("membership.notShown")] : []),
  ];
  return words.join(", ");
}
