import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { countFailure } from "../../proofs/user-state.ts";
import { holdDecoy, writeDecoy } from "./decoy-write.ts";

/**
 * Counts a wrong password or code for the user of a name, in the current transaction. Without a user, or if nothing is counted, the same
 * statements run.
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
