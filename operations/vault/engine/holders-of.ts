import { allOf, eq } from "#domain/query/condition.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/**
 * Returns the number of users who hold the password of a managed account now. It is counted each time; while the account is locked it does
 * not change.
 */
export function holdersOf({ store }: Pick<ServiceContext, "store">, managedAccountKey: string): Promise<number> {
  return store.count("checkouts", allOf(eq("managedAccountKey", managedAccountKey), eq("status", "checkedOut")));
}
