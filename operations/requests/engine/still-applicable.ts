import { isClaimable } from "#domain/requests/account-claim.ts";
import { operationCodes } from "#domain/requests/operation-codes.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { nameAttribute } from "../../kernel/inputs/operation-names.ts";
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

/** Operations that have an effect only in some states of the account; with an unknown state they have one. */
const stateNeeds: Readonly<Record<string, (account: Row<"accounts">) => boolean>> = {
  ENAU: ({ enabled }) => enabled !== true,
  DNAU: ({ enabled }) => enabled !== false,
  ACCL: isClaimable,
};

/** Operations on a membership, with the check whether they have an effect, by the stored membership. */
const membershipNeeds: Readonly<
  Record<string, (membership: Row<"groupMemberships"> | undefined, group: Row<"groups">) => boolean>
> = {
  // An indirect member is no direct one.
  GRUA: (membership) => membership === undefined || membership.throughGroup !== null,
  // A member whom the target does not show may exist even so.
  GRUD: (membership, { membersHidden }) => membership !== undefined || membersHidden,
};

async function groupOf({ store }: Pick<ServiceContext, "store">, key: string | null) {
  return key === null ? undefined : store.get("groups", key);
}

async function objectsNeedIt({ store }: ServiceContext, operation: Operation): Promise<boolean> {
  const { code, accountKey, groupKey } = operation;
  const account = accountKey === null ? undefined : await store.get("accounts", accountKey);
  if (accountKey !== null && !account) return false;
  const group = await groupOf({ store }, groupKey);
  if (groupKey !== null && !group) return false;
  if (!(await keepsMemberships({ store }, operation))) return false;
  const state = account && stateNeeds[code];
  if (state) return state(account);
  // Who owns a group the target alone knows for certain, so it is asked again.
  const needs = membershipNeeds[code];
  if (accountKey === null || group === undefined || needs === undefined) return true;
  const where = { groupKey: group.key, accountKey };
  const [membership] = await store.select("groupMemberships", { where, limit: 1 });
  return needs(membership, group);
}
