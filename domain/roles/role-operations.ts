import { type Faulty, filledAttributes } from "../templates/filled-attributes.ts";
import type { Scalar } from "../templates/placeholders.ts";
import type { FlatEntitlement } from "./flatten-roles.ts";

/** Something that a role contains, with the target system of a group. */
export type TargetedEntitlement = Pick<FlatEntitlement, "kind" | "targetSystemKey" | "groupKey" | "attributes">;

/** Account of a person, with the groups of which it is a member. */
export interface HeldAccount {
  readonly key: string;
  readonly targetSystemKey: string;
  readonly shortId: string;
  readonly groupKeys: ReadonlySet<string>;
}

/** Person who gets or has a role. */
export interface RoleHolder {
  readonly id: string;
  readonly profile: Readonly<Record<string, readonly string[]>>;
  readonly accounts: readonly HeldAccount[];
}

/** Operation that gives something of a role. */
export interface GivingOperation {
  readonly code: "ACUA" | "GRUA";
  readonly targetSystemKey: string;
  /** Key of the account that becomes a member; null for the one that is created. */
  readonly accountKey: string | null;
  readonly groupKey: string | null;
  readonly attributes: Readonly<Record<string, readonly Scalar[]>>;
}

/**
 * Returns the operations that give a person what they lack of a role: an account for each target system where they have none, also where
 * only a membership needs it, and then the memberships that none of their accounts has.
 */
export function givingOperations(
  entitlements: readonly TargetedEntitlement[],
  { id, profile, accounts }: RoleHolder,
): Faulty<{ readonly operations: readonly GivingOperation[] }> {
  const created = new Map<string, GivingOperation>();
  const joining: GivingOperation[] = [];
  const ordered = [...entitlements].toSorted((one, other) => order(one) - order(other));
  for (const { kind, targetSystemKey, groupKey, attributes } of ordered) {
    if (kind === "role" || targetSystemKey === null) continue;
    const own = accounts.filter((account) => account.targetSystemKey === targetSystemKey);
    if (groupKey !== null) {
      if (own.some(({ groupKeys }) => groupKeys.has(groupKey))) continue;
      joining.push(joiningOf({ targetSystemKey, groupKey, account: usualAccount(own, id) }));
    }
    if (own.length > 0 || created.has(targetSystemKey)) continue;
    const filled = filledAttributes({ attributes: attributes ?? {} }, { form: {}, profile });
    if ("fault" in filled) return filled;
    const account = { code: "ACUA", targetSystemKey, accountKey: null, groupKey: null, ...filled } as const;
    created.set(targetSystemKey, account);
  }
  return { operations: [...created.values(), ...joining] };
}

interface Joining {
  readonly targetSystemKey: string;
  readonly groupKey: string;
  /** Account that becomes a member; undefined for the one that is created. */
  readonly account: HeldAccount | undefined;
}

const joiningOf = ({ targetSystemKey, groupKey, account }: Joining): GivingOperation => ({
  code: "GRUA",
  targetSystemKey,
  accountKey: account?.key ?? null,
  groupKey,
  attributes: {},
});

// Accounts first, so that the attributes of an account come from its own entitlement.
const order = ({ kind }: TargetedEntitlement) => (kind === "account" ? 0 : 1);

/** Returns the account of a person that gets memberships: the one with the name of the person, or else the first by its key. */
function usualAccount<A extends Pick<HeldAccount, "key" | "shortId">>(
  accounts: readonly A[],
  id: string,
): A | undefined {
  const named = accounts.find(({ shortId }) => shortId.toLowerCase() === id.toLowerCase());
  return named ?? accounts.toSorted((one, other) => (one.key < other.key ? -1 : 1))[0];
}
