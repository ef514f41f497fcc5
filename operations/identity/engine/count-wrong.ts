import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { holdMark, markRefusal } from "./mark-refusal.ts";
import { countFailure } from "./user-state.ts";

/**
 * Counts something wrong that was entered, a password, an answer or a code, in the current transaction in which the user is locked. Every
 * refusal that a stranger could meet runs the same statements; one that `counts` not, or for which there is no user, changes no user.
 */
export async function countWrong(
  context: CallContext,
  { username, counts }: { readonly username: string; readonly counts: boolean },
  user: Row<"users"> | undefined,
): Promise<void> {
  await holdMark(context, username);
  const counted = user !== undefined && counts && (await countFailure(context, user));
  if (!counted) await markRefusal(context, username);
}
