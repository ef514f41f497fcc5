import type { GrantKind } from "../access/grant-kinds.ts";
import type { DeficitWay, SurplusWay } from "./role-content.ts";

/** Utilities that find differences: `autores` between people and their roles, `rbacenforce` between roles and access. */
export const enforcementKinds = ["autores", "rbacenforce"] as const;

/** Utility that finds differences. */
export type EnforcementKind = (typeof enforcementKinds)[number];

/** Kinds of differences: a role that a person lacks or has without reason, an open request that no longer applies, and access that is missing or too much. */
export const differenceKinds = ["member", "stale", "deficit", "surplus"] as const;

/** Kind of a difference. */
export type DifferenceKind = (typeof differenceKinds)[number];

/** Ways in which differences are resolved. */
export const resolutions = ["add", "remove", "cancel", "exception", "request", "removal", "none"] as const;

/** Way in which a difference is resolved: by a request for the change itself, a request for an exception or a role, or not at all. */
export type Resolution = (typeof resolutions)[number];

/** Kind of access that roles give. */
export type RoleAccess = Exclude<GrantKind, "ownership">;

/** Access that a difference is about. */
export interface AccessThing {
  readonly access: RoleAccess;
  readonly targetSystemKey: string;
  /** Key of the group; null for an account. */
  readonly groupKey: string | null;
}

/** A difference of one person, with its resolution. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly resolution: Resolution;
  /** Key of the role that is added, removed or asked about; null for an account that a target system asks for. */
  readonly roleKey: string | null;
  /** Access that is missing or too much; null if the difference is about a role. */
  readonly thing: AccessThing | null;
  /** Key of the account that has the surplus; null for other differences. */
  readonly accountKey: string | null;
  /** Key of the open request that no longer applies; null for other differences. */
  readonly requestKey: string | null;
}

/** A person with the differences that were found. */
export interface PersonDifferences {
  readonly userKey: string;
  readonly differences: readonly Difference[];
}

/** Role as far as the resolution of differences needs it. */
export interface EnforcedRole {
  readonly key: string;
  readonly surplus: SurplusWay;
  readonly deficit: DeficitWay;
}

/** Returns the text that identifies access of a person. */
export function thingName({ targetSystemKey, groupKey }: Pick<AccessThing, "targetSystemKey" | "groupKey">): string {
  return JSON.stringify([targetSystemKey, groupKey]);
}

/** Returns the text that identifies a difference of a person, whatever its resolution. */
export function differenceName({ kind, roleKey, thing, accountKey, requestKey }: Difference): string {
  return JSON.stringify([kind, thing === null ? roleKey : thingName(thing), accountKey, requestKey]);
}

/** Returns a negative number if a difference comes before another: roles first, then accounts, then memberships. */
export function inOrder(one: Difference, other: Difference): number {
  return compare(placeOf(one), placeOf(other));
}

const places = { account: "1", membership: "2" } as const;

function placeOf(difference: Difference): string {
  const { kind, resolution, roleKey, thing } = difference;
  const place = thing === null ? "0" : places[thing.access];
  return JSON.stringify([place, kind, differenceName(difference), resolution, roleKey]);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
