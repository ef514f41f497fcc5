import { takeWatched } from "#store/changes/transaction-changes.ts";

import { tellNewHolders } from "../checkouts/engine/tell-new-holders.ts";
import type { CallContext } from "../kernel/context.ts";
import { tellOfPasswords } from "../users/engine/tell-of-passwords.ts";

/** Prefixes of the names of operations that fill an installation before anyone uses it. */
const fillingIn = ["sample.", "setup."];

/**
 * Notifies people, in the current transaction, of rows written by an operation that may give access to secrets: new holders of permissions
 * for privileged passwords, password links, and passwords set by them. It reads the rows, so no operation needs a hook.
 */
export async function tellOfAccess(context: CallContext, operation: string): Promise<void> {
  const changes = takeWatched();
  if (changes.length === 0 || fillingIn.some((part) => operation.startsWith(part))) return;
  await tellNewHolders(context, changes);
  await tellOfPasswords(context, changes);
}
