import { ServiceError } from "#domain/errors.ts";
import { isActing } from "#domain/identity/acting-users.ts";
import { classesOf } from "#domain/identity/user-classes.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { requireUsable } from "./template-use.ts";

/**
 * Returns the context of a step of a batch as a call of its requester, with the rights that the requester has now.
 * @throws REQUESTER_UNFIT, TEMPLATE_NOT_USABLE
 */
export async function asRequester(context: CallContext, batch: Row<"requestBatches">): Promise<CallContext> {
  const { store, clock, caller } = context;
  const user = await store.get("users", batch.requesterKey);
  if (user === undefined || !isActing(user, clock.now())) throw new ServiceError("REQUESTER_UNFIT");
  const { key, id, superuser } = user;
  const classes = classesOf(await store.select("userClassMembers", { where: { userKey: key } }));
  const { submittedBy: module, requestId, operationId, content } = batch;
  const asked: CallContext = {
    ...context,
    operationId,
    caller: { ...caller, kind: "user", key, id, superuser, classes, module, requestId },
  };
  requireUsable(asked, content.usableBy);
  return asked;
}
