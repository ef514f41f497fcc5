import type { Capability } from "#connectors/contract/index.ts";
import { hasEnd, isOver } from "#domain/access/access-end.ts";
import { isClaimable } from "#domain/requests/account-claim.ts";
import { definitionOf } from "#domain/requests/operation-codes.ts";
import { targetKeyOf } from "#domain/requests/target-key-of.ts";
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
  const target = await store.get("targetSystems", targetKeyOf(operation));
  const recipient = await store.get("users", request.recipientKey);
  if (!target?.enabled || !recipient || isOver(operation, context.clock.now())) return false;
  const definition = definitionOf(operation.code);
  if (definition.creates !== null) {
    const shortId = String(operation.attributes[nameAttribute]?.[0] ?? recipient.id);
    const where = { targetSystemKey: target.id, shortId };
    const existing =
      definition.creates === "account" ? await store.count("accounts", where) : await store.count("groups", where);
    return existing === 0 && !(definition.creates === "account" && recipient.disabled);
  }
  return objectsNeedIt(context, operation);
}

interface Needs {
  /** Tells from the state of the account that there is something to do. */
  state?(account: Row<"accounts">): boolean;
  /** Tells from what is on record of the membership that there is something to do. */
  membership?(known: Row<"groupMemberships"> | undefined, group: Row<"groups">, operation: Operation): boolean;
}

/** Functions of connectors that have something to do in some states alone; where a state is not known they have. */
const needsOf: { readonly [C in Capability]?: Needs } = {
  enable: { state: ({ enabled }) => enabled !== true },
  disable: { state: ({ enabled }) => enabled !== false },
  // An indirect member is no direct one, and access with an end of its own is given beside what is there.
  addMember: {
    membership: (known, _group, operation) => known === undefined || known.throughGroup !== null || hasEnd(operation),
  },
  // A member whom the target does not show may exist even so.
  removeMember: { membership: (known, { membersHidden }) => known !== undefined || membersHidden },
};

function needsOfCode(code: Operation["code"]): Needs {
  const { capability, claims } = definitionOf(code);
  if (claims === true) return { state: isClaimable };
  return (capability === null ? undefined : needsOf[capability]) ?? {};
}

async function groupOf({ store }: Pick<ServiceContext, "store">, key: string | null) {
  return key === null ? undefined : store.get("groups", key);
}

async function objectsNeedIt({ store }: ServiceContext, operation: Operation): Promise<boolean> {
  const { accountKey, groupKey } = operation;
  const account = accountKey === null ? undefined : await store.get("accounts", accountKey);
  if (accountKey !== null && !account) return false;
  const group = await groupOf({ store }, groupKey);
  if (groupKey !== null && !group) return false;
  if (!(await keepsMemberships({ store }, operation))) return false;
  const { state, membership: needs } = needsOfCode(operation.code);
  if (account && state) return state(account);
  // Who owns a group the target alone knows for certain, so it is asked again.
  if (accountKey === null || group === undefined || needs === undefined) return true;
  const where = { groupKey: group.key, accountKey };
  const [membership] = await store.select("groupMemberships", { where, limit: 1 });
  return needs(membership, group, operation);
}
