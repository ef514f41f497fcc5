import { ServiceError } from "#domain/errors.ts";
import { isActing } from "#domain/identity/acting-users.ts";
import { classesOf } from "#domain/identity/user-classes.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, Caller } from "../../kernel/context.ts";

/**
 * Returns the user who started a mass reset as the caller of its steps, with the rights that the user has now.
 * @throws MASS_RESET_STARTER_UNFIT
 */
export async function starterOf(
  { store, clock, caller }: CallContext,
  { startedByKey, requestId }: Pick<Row<"massResets">, "startedByKey" | "requestId">,
): Promise<Caller> {
  const user = startedByKey === null ? undefined : await store.get("users", startedByKey);
  if (user === undefined || !isActing(user, clock.now())) throw new ServiceError("MASS_RESET_STARTER_UNFIT");
  const { key, id, superuser } = user;
  const classes = classesOf(await store.select("userClassMembers", { where: { userKey: key } }));
  return { kind: "user", key, id, superuser, classes, sessid: caller.sessid, module: caller.module, requestId };
}
