import { type ErrorDetail, ServiceError } from "#domain/errors.ts";
import { oneOf } from "#domain/query/condition.ts";
import { roleLevelsMax } from "#domain/role-limits.ts";
import { faultyWay } from "#domain/roles/flatten-roles.ts";
import type { Entitlement, RoleContent } from "#domain/roles/role-content.ts";
import { nameOf } from "#domain/roles/role-difference.ts";
import { isNamedIn } from "#domain/secret-attributes.ts";
import { placeholderFault } from "#domain/templates/placeholders.ts";
import type { Row } from "#store/tables.ts";

import { unable } from "../../abilities/unable.ts";
import type { CallContext } from "../../kernel/context.ts";
import { nameAttribute } from "../../kernel/inputs/operation-names.ts";
import { attributeRules, attributeVerdict } from "../../requests/engine/attribute-rules.ts";
import { namedInForce } from "./contained-roles.ts";

type AccountEntitlement = Extract<Entitlement, { readonly kind: "account" }>;

/** A broken rule of an entitlement: its field, and the rule. */
interface Fault {
  readonly field: string;
  readonly rule: string;
}

/**
 * Throws unless a role can be put in force with this content: its entitlements can be given, each is named once, and it does not contain
 * itself. The condition is judged apart.
 * @throws ROLE_INVALID with one detail for each broken rule
 */
export async function checkContent(context: CallContext, roleKey: string, content: RoleContent): Promise<void> {
  const details: ErrorDetail[] = [];
  const add = (target: string, rule: string) =>
    details.push({ code: "ROLE_INVALID", target, message: `${target} ${rule}.` });
  const seen = new Set<string>();
  for (const [index, entitlement] of content.entitlements.entries()) {
    const place = `entitlements/${index}`;
    const name = nameOf(entitlement);
    if (seen.has(name)) add(place, "stands twice. Remove one of the two");
    seen.add(name);
    for (const { field, rule } of await faultsOf(context, entitlement)) add(`${place}/${field}`, rule);
  }
  const named = (await namedInForce(context)).set(roleKey, content.entitlements);
  const way = faultyWay(roleKey, named);
  if (way !== undefined) add("entitlements", await wayFault(context, way));
  const [first] = details;
  if (first) throw new ServiceError("ROLE_INVALID", { target: first.target, message: first.message, details });
}

async function wayFault({ store }: CallContext, way: readonly string[]): Promise<string> {
  const roles = await store.select("roles", { where: oneOf("key", [...new Set(way)]) });
  const idOf = new Map(roles.map(({ key, id }) => [key, id]));
  const names = way.map((key) => `'${idOf.get(key) ?? key}'`).join(" → ");
  const isCircle = way.at(-1) !== undefined && way.indexOf(way.at(-1) ?? "") < way.length - 1;
  if (isCircle) return `would make the role contain itself: ${names}. Leave one of them out`;
  return `would contain roles on more than ${roleLevelsMax} levels: ${names}. Name what they contain directly`;
}

async function faultsOf(context: CallContext, entitlement: Entitlement): Promise<readonly Fault[]> {
  switch (entitlement.kind) {
    case "account":
      return accountFaults(context, entitlement);
    case "membership":
      return membershipFaults(context, entitlement.groupKey);
    case "role":
      return roleFaults(context, entitlement.roleKey);
  }
}

async function roleFaults({ store }: CallContext, key: string): Promise<readonly Fault[]> {
  const field = "roleKey";
  const role = await store.get("roles", key);
  if (role === undefined) return [{ field, rule: "names no role. Look the key up under /v2/roles" }];
  if (role.state === "inForce") return [];
  return [{ field, rule: `names the role '${role.id}', which is not in force. Put it in force first` }];
}

async function membershipFaults(context: CallContext, key: string): Promise<readonly Fault[]> {
  const { store } = context;
  const field = "groupKey";
  const group = await store.get("groups", key);
  if (group === undefined) return [{ field, rule: "names no group. Look the key up under /v2/groups" }];
  if (!group.managed)
    return [{ field, rule: `names the group '${group.shortId}', which isn't managed. Manage it first` }];
  const target = await store.get("targetSystems", group.targetSystemKey);
  return target === undefined ? [] : inabilities(context, target, { field, code: "GRUA", groupKey: key });
}

async function accountFaults(context: CallContext, entitlement: AccountEntitlement): Promise<readonly Fault[]> {
  const { targetSystemKey, attributes } = entitlement;
  const field = "targetSystemKey";
  const target = await context.store.get("targetSystems", targetSystemKey);
  if (target === undefined) return [{ field, rule: "names no target system. Look the key up under /v2/targetSystems" }];
  return [
    ...(await inabilities(context, target, { field, code: "ACUA", groupKey: null })),
    ...(await attributeFaults(context, target, attributes)),
  ];
}

interface Given {
  readonly field: string;
  readonly code: "ACUA" | "GRUA";
  readonly groupKey: string | null;
}

async function inabilities(
  context: CallContext,
  target: Row<"targetSystems">,
  { field, code, groupKey }: Given,
): Promise<readonly Fault[]> {
  const inability = await unable(context, target, { code, groupKey, accountKey: null });
  // A proxy may come later; what is requested without one is refused then.
  if (inability === undefined || inability.code === "TARGET_WITHOUT_PROXY") return [];
  const { message = `cannot be performed on '${target.id}' (${inability.code})` } = inability;
  return [{ field, rule: `cannot be given: ${message.replace(/\.$/, "")}` }];
}

async function attributeFaults(
  context: CallContext,
  target: Row<"targetSystems">,
  attributes: AccountEntitlement["attributes"],
): Promise<readonly Fault[]> {
  const rules = (await attributeRules(context, [target]))(target.id, "account");
  const secrets = Object.values(target.secretAttributes ?? {}).flat();
  return Object.entries(attributes).flatMap(([name, values]): readonly Fault[] => {
    const field = `attributes/${name}`;
    const texts = values.filter((value) => typeof value === "string");
    const faults = texts.flatMap((text) => placeholderFault(text, new Set()) ?? []).map((rule) => ({ field, rule }));
    if (isNamedIn(name, secrets))
      return [...faults, { field, rule: "is a secret, which a request would store as it is. Leave it out" }];
    if (name === nameAttribute) return faults;
    const verdict = attributeVerdict(name, rules);
    if (verdict === "undefined")
      faults.push({ field, rule: `is not defined on '${target.id}'. Add an attribute definition, or leave it out` });
    if (verdict === "guarded")
      faults.push({
        field,
        rule: `is guarded by the connector of '${target.id}'. Set mayGiveRights in its attribute definition, or leave it out`,
      });
    return faults;
  });
}
