import type { OrderAttributes } from "../requests/order.ts";

/** States of a role and of its versions: being prepared, in force, or no longer used. */
export const roleStates = ["draft", "inForce", "retired"] as const;

/** State of a role or of one of its versions. */
export type RoleState = (typeof roleStates)[number];

/** Ways to resolve access that no role of its holder gives although some role contains it. */
export const surplusWays = ["none", "remove", "exception", "request"] as const;

/** Way to resolve a surplus: report it only, remove it, ask for an exception, or request the role for its holder. */
export type SurplusWay = (typeof surplusWays)[number];

/** Ways to resolve access that a role gives and its member lacks. */
export const deficitWays = ["none", "add", "exception", "removal"] as const;

/** Way to resolve a deficit: report it only, add the access, ask for an exception, or remove the role from its member. */
export type DeficitWay = (typeof deficitWays)[number];

/** Kinds of what a role contains. */
export const entitlementKinds = ["account", "membership", "role"] as const;

/** Kind of what a role contains: an account on a target system, the membership in a group, or another role. */
export type EntitlementKind = (typeof entitlementKinds)[number];

/** One thing that a role gives. */
export type Entitlement =
  | { readonly kind: "account"; readonly targetSystemKey: string; readonly attributes: OrderAttributes }
  | { readonly kind: "membership"; readonly groupKey: string }
  | { readonly kind: "role"; readonly roleKey: string };

/** Content of a version of a role. */
export interface RoleContent {
  readonly description: string | null;
  /** Users whom the role is for, as a $filter on users; null for members by name and by request alone. */
  readonly condition: string | null;
  readonly surplus: SurplusWay;
  readonly deficit: DeficitWay;
  /** True if the phases of the role also decide about people whom the condition chooses. */
  readonly asksPhases: boolean;
  readonly entitlements: readonly Entitlement[];
}
