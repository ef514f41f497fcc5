import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { holdMark, markRefusal } from "./mark-refusal.ts";
import { countFailure } from "./user-state.ts";

/**
 * Counts something wrong that was shown for a name, in the current transaction, at the user who is known by it; without one, or where
 * nothing is counted, the same statements are run.
 */
export async function countWrong(
  context: CallContext,
  username: string,
  user: Row<"users"> | undefined,
): Promise<void> {
  await holdMark(context, username);
  const counted = user !== undefined && (await countFailure(context, user));
  if (!counted) await markRefusal(context, username);
}
