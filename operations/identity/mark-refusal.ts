import { createHash } from "node:crypto";

import type { ServiceContext } from "../context.ts";

/** Rows of `refusedSignIns`, which the migration has made: inventing names fills nothing, and two names rarely meet. */
const rowsMax = 64;

/**
 * Marks a refused sign-in that changes no user, in the current transaction: a name nobody has, a user who is locked or has
 * no right. It costs what counting a wrong password costs, so that the time of an answer does not tell which it was.
 */
export async function markRefusal(
  { store, ids }: Pick<ServiceContext, "store" | "ids">,
  username: string,
): Promise<void> {
  const [byte = 0] = createHash("sha256").update(username).digest();
  await store.save("refusedSignIns", { key: String(byte % rowsMax), mark: ids.guid() });
}
