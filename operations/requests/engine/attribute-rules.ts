import { type GuardedAttribute, guardsOf } from "#connectors/contract/guarded-attributes.ts";
import { allOf, oneOf } from "#domain/query/condition.ts";
import { isNamedIn } from "#domain/secret-attributes.ts";
import type { Row } from "#store/tables.ts";

import { guardedAttributes } from "../../abilities/reported-connectors.ts";
import type { ServiceContext } from "../../kernel/context.ts";
import { nameAttribute } from "../../kernel/inputs/operation-names.ts";

type Definition = Row<"targetSystemAttributeDefinitions">;
type Stored = Pick<ServiceContext, "store">;
type Target = Pick<Row<"targetSystems">, "id" | "type" | "proxyServers">;

/** Rules for the attributes of one type of objects of a target system. */
export interface AttributeRules {
  readonly of: GuardedAttribute["of"];
  readonly definitions: readonly Definition[];
  readonly guards: readonly GuardedAttribute[];
  /** True if the target system has approval phases. */
  readonly hasPhases: boolean;
}

/**
 * Verdict on an attribute: it is `taken`; no definition names it (`undefined`); its connector guards it and no definition allows it
 * (`guarded`); a definition allows it, but no phase would decide about it (`unattended`).
 */
export type AttributeVerdict = "taken" | "undefined" | "guarded" | "unattended";

/** Returns the rules for some target systems, by the id of the target system and the type of objects. */
export async function attributeRules(
  context: Stored,
  targets: readonly Target[],
): Promise<(targetSystemKey: string, of: GuardedAttribute["of"]) => AttributeRules> {
  const ids = targets.map(({ id }) => id);
  const definitions = await attributeDefinitions(context, ids);
  const phased = await targetsWithPhases(context, ids);
  const guards = await guardsOfTargets(context, targets);
  return (targetSystemKey, of) => ({
    of,
    definitions: definitions.filter(
      (one) => one.targetSystemId === targetSystemKey && one.discoveredObjectType === definedTypes[of],
    ),
    guards: guards.get(targetSystemKey) ?? [],
    hasPhases: phased.has(targetSystemKey),
  });
}

/** Type of discovered objects in definitions, by the type of objects in requests. */
export const definedTypes = { account: "user", group: "group" } as const;

/** Returns the definitions of target systems for accounts and groups, in their order; the name of an object has rules of its own. */
export async function attributeDefinitions(
  { store }: Stored,
  targetSystemIds: readonly string[],
): Promise<readonly Definition[]> {
  const rows = await store.select("targetSystemAttributeDefinitions", {
    where: allOf(oneOf("targetSystemId", targetSystemIds), oneOf("discoveredObjectType", Object.values(definedTypes))),
    orderBy: [
      ["discoveredObjectType", "desc"],
      ["sequence", "asc"],
      ["attribute", "asc"],
    ],
  });
  return rows.filter(({ attribute }) => attribute !== nameAttribute);
}

async function targetsWithPhases({ store }: Stored, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const where = allOf(oneOf("resourceType", ["targetSystem"]), oneOf("resourceKey", ids));
  return new Set((await store.select("authorizationPhases", { where })).map(({ resourceKey }) => resourceKey));
}

async function guardsOfTargets(
  context: Stored,
  targets: readonly Target[],
): Promise<ReadonlyMap<string, readonly GuardedAttribute[]>> {
  const byConnector = new Map<string, Promise<readonly GuardedAttribute[]>>();
  const guards = new Map<string, readonly GuardedAttribute[]>();
  for (const target of targets) {
    const connector = JSON.stringify([target.type, target.proxyServers]);
    const declared = byConnector.get(connector) ?? guardedAttributes(context, target);
    byConnector.set(connector, declared);
    guards.set(target.id, await declared);
  }
  return guards;
}

/** Returns the verdict on an attribute: the catalog shows, and a request accepts, those that are `taken`. */
export function attributeVerdict(
  name: string,
  { of, definitions, guards, hasPhases }: AttributeRules,
): AttributeVerdict {
  const defined = definitions.filter(({ attribute }) => isNamedIn(name, [attribute]));
  if (guardsOf(guards, of, name).some((guard) => !asksPhases(guard))) {
    if (defined.length === 0 || !defined.every(({ mayGiveRights }) => mayGiveRights)) return "guarded";
    return hasPhases ? "taken" : "unattended";
  }
  return defined.length === 0 ? "undefined" : "taken";
}

/** Reports whether the values of a guarded attribute name groups, so that a request for it needs the phases of these groups. */
export function asksPhases({ of, effect, names }: GuardedAttribute): boolean {
  if (effect !== "memberships") return false;
  return names === "groupIds" || (names === "groupOwners" && of === "group");
}
