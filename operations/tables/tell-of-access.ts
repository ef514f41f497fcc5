import { takeWatched } from "#store/changes/transaction-changes.ts";

import { tellNewHolders } from "../checkouts/engine/tell-new-holders.ts";
import type { CallContext } from "../kernel/context.ts";
import { tellOfPasswords } from "../users/engine/tell-of-passwords.ts";

/** Operations that fill an installation before anybody uses it, by the beginning of their names. */
const fillingIn = ["sample.", "setup."];

/**
 * Tells people, in the current transaction, of what an operation has written by which somebody may reach secrets: new holders of rights to
 * privileged passwords, links for passwords and passwords that were set by them. It asks the rows, so no operation has to think of it.
 */
export async function tellOfAccess(context: CallContext, operation: string): Promise<void> {
  const changes = takeWatched();
  if (changes.length === 0 || fillingIn.some((part) => operation.startsWith(part))) return;
  await tellNewHolders(context, changes);
  await tellOfPasswords(context, changes);
}
