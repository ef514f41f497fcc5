import { closedGroupsNamed } from "#domain/catalogue-limits.ts";
import type { ClosedTargetSystem } from "#store/closed-resources.ts";

import { rowLine } from "./row-line.ts";

/**
 * Prints the target systems and managed groups without approvers, on which nothing can be requested (possibly only since an
 * upgrade), and the remedy. Prints nothing if there are none. Returns true if there are any.
 */
export async function sayClosed(databaseUrl: string, groupsMax: number = closedGroupsNamed): Promise<boolean> {
  const { closedResources } = await import("#store/closed-resources.ts");
  const closed = await closedResources({ databaseUrl }, groupsMax);
  for (const { id, isClosed, groups, first } of closed) {
    if (isClosed) console.log(`closed   ${id}`);
    for (const name of first) console.log(rowLine(["closed ", id, `group ${name}`]));
    if (groups > first.length)
      console.log(`closed   ${id}  and ${groups - first.length} more group(s): 'gatehouse catalogue closed' names all`);
  }
  if (closed.length > 0) console.log(wayOut(closed));
  return closed.length > 0;
}

function wayOut(closed: readonly ClosedTargetSystem[]): string {
  const targets = closed.filter(({ isClosed }) => isClosed).length;
  const groups = closed.reduce((sum, one) => sum + one.groups, 0);
  const what = [
    ...(targets > 0 ? [`on ${targets} target system(s)`] : []),
    ...(groups > 0 ? [`about ${groups} managed group(s)`] : []),
  ];
  return `Nothing can be requested ${what.join(" and ")}, named above: nothing says who authorizes it. Set authorizationPhases, or autoApprove to true, by PATCH /v2/targetSystems('…'), or phases of a group by POST /v2/groups(…)/setAuthorizationPhases.`;
}
