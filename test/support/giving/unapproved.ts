import type { Gift } from "./live-in.ts";
import type { World, WorldAttribute, WorldGroup } from "./make-world.ts";

/** Approvers that something needs; null = no one can approve it, so it may not be granted. */
type Needs = readonly string[] | null;

/**
 * Returns a line for each granted thing that lacks the approval of its approvers. It is computed from the world alone, by none of the rules
 * of the service.
 */
export function unapproved(world: World, gifts: readonly Gift[]): readonly string[] {
  return gifts.flatMap((gift) => faultsOf(world, gift));
}

function faultsOf(world: World, gift: Gift): readonly string[] {
  const { code, groupKey, attributes } = gift.operation;
  const group = world.groups.find(({ key }) => key === groupKey);
  const own = groupKey === null ? ofTarget(world) : group && ofGroup(world, group);
  const faults = lacking(gift, code, own ?? null);
  const unmanaged = group?.managed === false ? [`${code} of ${group.name}, which is not managed`] : [];
  const names = Object.keys(attributes).filter((name) => name !== "shortId" && writing.test(code));
  return [...faults, ...unmanaged, ...names.flatMap((name) => writtenFaults(world, gift, name))];
}

const writing = /^(?:ACUA|UPDA|CRTG|UPDG)$/;

function writtenFaults(world: World, gift: Gift, written: string): readonly string[] {
  const { code, attributes } = gift.operation;
  const of = code === "CRTG" || code === "UPDG" ? "group" : "account";
  const name = (written.split(";")[0] ?? "").toLowerCase();
  const known = world.attributes.find((one) => one.of === of && one.name.toLowerCase() === name);
  if (known === undefined) return [`${written}, unheard of`];
  return attributeFaults(world, gift, { known, values: (attributes[written] ?? []).map(String) });
}

interface Written {
  readonly known: WorldAttribute;
  readonly values: readonly string[];
}

function attributeFaults(world: World, gift: Gift, { known, values }: Written): readonly string[] {
  const { name, effect, isDefined, mayGiveRights } = known;
  if (!isDefined) return [`${name}, which is not defined`];
  if (effect === null || (effect === "memberships" && known.names === "groupOwners")) return [];
  if (effect !== "memberships") {
    if (!mayGiveRights) return [`${name}, which no definition allows`];
    return world.isDecided ? [] : [`${name}, about which nobody decides`];
  }
  return values.flatMap((value) => {
    const group = world.groups.find((one) => [one.name, one.stableId].includes(value));
    if (group === undefined) return [`a membership of '${value}', which nobody knows`];
    if (gift.memberOf.has(group.key)) return [];
    const faults = lacking(gift, `a membership of ${group.name}`, ofGroup(world, group));
    return group.managed ? faults : [...faults, `a membership of ${group.name}, which is not managed`];
  });
}

function lacking({ approvedBy }: Gift, what: string, needs: Needs): readonly string[] {
  if (needs === null) return [`${what}, about which nobody can decide`];
  return needs.filter((who) => !approvedBy.has(who)).map((who) => `${what} without ${who}`);
}

function ofTarget({ isDecided, autoApprove }: World): Needs {
  if (isDecided) return ["tom"];
  return autoApprove ? [] : null;
}

function ofGroup(world: World, { approver, inheritance }: WorldGroup): Needs {
  if (inheritance === "none") return approver === null ? null : [approver];
  const target = ofTarget(world);
  if (inheritance === "inheritedOnly" || approver === null) return target;
  return [...(target ?? []), approver];
}
