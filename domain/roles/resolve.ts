import type { AccessThing, Difference, EnforcedRole, Resolution } from "./differences.ts";

/** Access that a person has although no role of theirs gives it. */
export interface FoundSurplus {
  readonly thing: AccessThing;
  readonly accountKey: string;
  /** True if somebody has denied to leave it to the person, since the person has it. */
  readonly isDenied: boolean;
}

/** Role that contains a surplus. */
export interface ContainingRole extends EnforcedRole {
  readonly id: string;
  /** Number of its entitlements that the holder of the surplus lacks. */
  readonly further: number;
}

/** Access that a person lacks although a role of theirs gives it. */
export interface FoundDeficit {
  readonly thing: AccessThing;
  readonly role: EnforcedRole;
  /** True if somebody has denied the exception, since the person has the role. */
  readonly isDenied: boolean;
}

/**
 * Returns the resolution of a surplus by the roles that contain it. Roles that disagree leave the decision to people, by an exception; what was
 * denied is removed. A role that resolves nothing has no say.
 */
export function resolveSurplus(
  { thing, accountKey, isDenied }: FoundSurplus,
  containing: readonly ContainingRole[],
): Difference | undefined {
  const deciding = containing.filter(({ surplus }) => surplus !== "none").toSorted(byFurther);
  const [first] = deciding;
  if (first === undefined) return undefined;
  const agreed = deciding.every(({ surplus }) => surplus === first.surplus) ? first.surplus : "exception";
  const resolution: Resolution = isDenied ? "remove" : agreed;
  return { kind: "surplus", resolution, roleKey: first.key, thing, accountKey, requestKey: null };
}

function byFurther(one: ContainingRole, other: ContainingRole): number {
  if (one.further !== other.further) return one.further - other.further;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

/**
 * Returns the resolutions of access that a person lacks, by the roles that give it. If one of them adds it, the others need nothing more; otherwise one exception is
 * asked for, and each role that is to be removed is.
 */
export function resolveDeficit(found: readonly FoundDeficit[]): readonly Difference[] {
  const ways = found
    .map(({ thing, role, isDenied }) => ({
      thing,
      roleKey: role.key,
      resolution: role.deficit === "exception" && isDenied ? ("add" as const) : role.deficit,
    }))
    .toSorted((one, other) => (one.roleKey < other.roleKey ? -1 : 1));
  const ofWay = (way: Resolution) => ways.filter(({ resolution }) => resolution === way);
  const [adding] = ofWay("add");
  const [excepting] = ofWay("exception");
  const removing = ofWay("removal");
  const [reporting] = ways;
  const chosen = adding ? [adding] : [...(excepting ? [excepting] : []), ...removing];
  const all = chosen.length === 0 && reporting ? [reporting] : chosen;
  return all.map((one) => ({ kind: "deficit", ...one, accountKey: null, requestKey: null }));
}

/** Returns the resolution of an account that a target system asks of everybody and a person lacks. */
export function resolveMandatory(targetSystemKey: string): Difference {
  const thing = { access: "account", targetSystemKey, groupKey: null } as const;
  return { kind: "deficit", resolution: "add", roleKey: null, thing, accountKey: null, requestKey: null };
}
