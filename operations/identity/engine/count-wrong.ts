import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { countFailure } from "../../proofs/user-state.ts";
import { holdDecoy, writeDecoy } from "./decoy-write.ts";

/**
 * Counts something wrong that was shown for a name, in the current transaction, at the user who is known by it; without one, or where
 * nothing is counted, the same statements are run.
 */
export async function countWrong(
  context: CallContext,
  username: string,
  user: Row<"users"> | undefined,
): Promise<void> {
  await holdDecoy(context, username);
  const counted = user !== undefined && (await countFailure(context, user));
  if (!counted) await writeDecoy(context, username);
}
