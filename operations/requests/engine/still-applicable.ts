import { isClaimable } from "#domain/requests/account-claim.ts";
import { operationCodes } from "#domain/requests/operation-codes.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../context.ts";
import { nameAttribute } from "./order-subject.ts";
import { keepsMemberships } from "./written-memberships.ts";

type Operation = Row<"requestOperations">;
type Request = Row<"reqbatch">;

/** Asks before a further try whether an operation still has something to do: its objects exist and are not yet as wanted. */
export async function isStillApplicable(
  context: ServiceContext,
  request: Request,
  operation: Operation,
): Promise<boolean> {
  const { store } = context;
  const target = await store.get("targetSystems", operation.targetSystemKey);
  const recipient = await store.get("users", request.recipientKey);
  if (!target?.enabled || !recipient) return false;
  const definition = operationCodes[operation.code];
  if (definition.creates !== null) {
    const shortId = String(operation.attributes[nameAttribute]?.[0] ?? recipient.id);
    const where = { targetSystemKey: target.id, shortId };
    const existing =
      definition.creates === "account" ? await store.count("accounts", where) : await store.count("groups", where);
    return existing === 0 && !(definition.creates === "account" && recipient.disabled);
  }
  return objectsNeedIt(context, operation);
}

/** Operations that have something to do in some states of the account only. */
const stateNeeds: Readonly<Record<string, (account: Row<"accounts">) => boolean>> = {
  ENAU: ({ enabled }) => !enabled,
  DNAU: ({ enabled }) => enabled,
  ACCL: isClaimable,
};

const wantedMembership: Readonly<Record<string, boolean>> = { GRUA: true, GRUD: false };

async function objectsNeedIt({ store }: ServiceContext, operation: Operation): Promise<boolean> {
  const { code, accountKey, groupKey } = operation;
  const account = accountKey === null ? undefined : await store.get("accounts", accountKey);
  if (accountKey !== null && !account) return false;
  if (groupKey !== null && !(await store.get("groups", groupKey))) return false;
  if (!(await keepsMemberships({ store }, operation))) return false;
  const state = account && stateNeeds[code];
  if (state) return state(account);
  if (accountKey === null || groupKey === null) return true;
  const wanted = wantedMembership[code];
  // Who owns a group the target alone knows for certain, so it is asked again.
  if (wanted === undefined) return true;
  return wanted !== (await store.count("groupMemberships", { groupKey, accountKey })) > 0;
}
