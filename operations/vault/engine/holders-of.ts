import { allOf, eq } from "#domain/query/condition.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/** How many have the password of a managed account checked out now. It is counted each time; while the account is locked it stays so. */
export function holdersOf({ store }: Pick<ServiceContext, "store">, managedAccountKey: string): Promise<number> {
  return store.count("checkouts", allOf(eq("managedAccountKey", managedAccountKey), eq("status", "checkedOut")));
}
