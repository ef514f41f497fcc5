import { openCheckoutStatuses } from "#domain/checkouts/checkout-status.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/** Returns the open check-outs of a managed account: held ones, and those that wait. While the account is locked they do not change. */
export function openCheckoutsOf(
  { store }: Pick<ServiceContext, "store">,
  managedAccountKey: string,
): Promise<readonly Row<"checkouts">[]> {
  const where = allOf(eq("managedAccountKey", managedAccountKey), oneOf("status", openCheckoutStatuses));
  return store.select("checkouts", { where });
}
