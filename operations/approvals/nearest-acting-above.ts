import { isActing } from "#domain/identity/acting-users.ts";
import { managerLevelsMax } from "#domain/people-limits.ts";
import { type AboveInLine, nearestAbove } from "#domain/requests/escalation.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";

type Reading = Pick<CallContext, "store" | "clock">;

/** Returns the key of the nearest manager above a user who can act now and is not out of question; undefined if there is none. */
export async function nearestActingAbove(
  context: Reading,
  userKey: string,
  outOfQuestion: ReadonlySet<string>,
): Promise<string | undefined> {
  return nearestAbove(userKey, await lineOf(context, userKey), outOfQuestion);
}

/** Returns a user with everyone above them. */
async function lineOf({ store, clock }: Reading, userKey: string): Promise<readonly AboveInLine[]> {
  const line: AboveInLine[] = [];
  let next: string | null = userKey;
  while (next !== null && line.length < managerLevelsMax && !line.some(({ key }) => key === next)) {
    const user: Row<"users"> | undefined = await store.get("users", next);
    if (user === undefined) break;
    line.push({ ...user, disabled: !isActing(user, clock.now()) });
    next = user.managerKey;
  }
  return line;
}
