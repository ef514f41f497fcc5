import { createHash } from "node:crypto";

import type { ServiceContext } from "../../kernel/context.ts";

/** Rows of `refusedSignIns`, which the migration has made: inventing names fills nothing, and two names rarely meet. */
const rowsMax = 64;

/**
 * Marks a refused sign-in that changes no user, in the current transaction: of an unknown name, or a user who is locked or has no
 * permission. It costs as much as counting a wrong password, so that the time of an answer does not tell them apart.
 */
export async function writeDecoy(context: Pick<ServiceContext, "store" | "ids">, username: string): Promise<void> {
  await context.store.save("refusedSignIns", { key: markOf(username), mark: context.ids.guid() });
}

/**
 * Takes hold of the mark of a name, as `writeDecoy` does first, before a wrong password is counted at a user: the user's own row is
 * held by then and read no more.
 */
export async function holdDecoy({ store }: Pick<ServiceContext, "store">, username: string): Promise<void> {
  await store.lock("refusedSignIns", markOf(username));
}

function markOf(username: string): string {
  const [byte = 0] = createHash("sha256").update(username).digest();
  return String(byte % rowsMax);
}
