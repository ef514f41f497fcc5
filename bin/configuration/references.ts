import type { Property } from "#api/odata/structured-type.ts";

import type { Reference } from "./shape.ts";

const byKey = (to: string): Reference => ({ to, by: "key" });
const byId = (to: string): Reference => ({ to, by: "id" });

/**
 * Resources to which properties refer, by the names of the properties: those in structures, of which no relation tells, and those of
 * resources. A key differs between installations, so files have what the row is known by.
 */
const referredTo: Readonly<Record<string, Reference>> = {
  userKey: byKey("users"),
  groupKey: byKey("groups"),
  roleKey: byKey("roles"),
  sodRuleKey: byKey("sodRules"),
  itemKey: {
    beside: "itemType",
    each: { targetSystem: byId("targetSystems"), managedGroup: byKey("groups"), role: byKey("roles") },
  },
  targetSystemKey: byId("targetSystems"),
  targetGroup: byId("targetGroups"),
  ticketSystem: byId("ticketSystems"),
  passwordPolicyId: byId("passwordPolicies"),
  policyId: byId("managedSystemPolicies"),
  userClass: byId("userClasses"),
  usableBy: byId("userClasses"),
  recipients: byId("userClasses"),
  userId: byId("users"),
};

/** Returns the resource to which a property refers; undefined if it refers to none. */
export function referenceOf(name: string, { type, collection }: Property): Reference | undefined {
  if (typeof type !== "string" || collection || !Object.hasOwn(referredTo, name)) return undefined;
  return referredTo[name];
}

/** Returns the resources to which a reference may lead. */
export function sourcesOf(reference: Reference): readonly string[] {
  return "to" in reference ? [reference.to] : Object.values(reference.each).flatMap(sourcesOf);
}

/** Returns the reference that holds for a property of a value; undefined if none does. */
export function referenceIn(reference: Reference, value: Readonly<Record<string, unknown>>) {
  if ("to" in reference) return reference;
  const beside = String(value[reference.beside]);
  const each = Object.hasOwn(reference.each, beside) ? reference.each[beside] : undefined;
  return each !== undefined && "to" in each ? each : undefined;
}
