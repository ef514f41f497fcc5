import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, always, anyOf, eq, lt, ne, oneOf, related } from "#domain/query/condition.ts";
import { membershipOperations, type WrittenMemberships } from "#domain/requests/changed-memberships.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { openStatuses } from "#domain/requests/request-status.ts";
import { givenItems, type GivingOperation } from "#domain/sod/given-items.ts";
import { withRoleItems } from "#domain/sod/role-items.ts";
import { nameOfItem, type SodItem, type SodPart } from "#domain/sod/sod-rule.ts";
import { type SodHit, violatedBy } from "#domain/sod/violated-rules.ts";
import type { ViolatingItem } from "#domain/sod/violating-items.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

type Reading = Pick<ServiceContext, "store">;

/** Operation, as far as it says what access it gives; its attributes may give memberships. */
export interface Giving extends GivingOperation {
  readonly memberships?: WrittenMemberships | null | undefined;
}

/** Rule that a person would violate, with the items by which they hit its parts. */
export interface ViolatedRule {
  readonly rule: Row<"sodRules">;
  readonly hits: readonly SodHit[];
}

/** Access that is to be given, and the rules in force that name some of it. */
export interface ConcernedRules {
  readonly given: readonly SodItem[];
  readonly ruleKeys: ReadonlySet<string>;
  /** Names of what each role that is given contains, by the name of the role. */
  readonly byRole: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Request that is to give access, and itself asks for nothing else. */
export interface AskingRequest {
  readonly key: string;
  /** Time of its submission, if only requests before it count as asked for; null if all others do. */
  readonly createdAt: number | null;
}

/** Access that is to be given to a person. */
export interface ToGive {
  readonly recipientKey: string;
  readonly concerned: ConcernedRules;
  /** Request that is to give it; undefined before it is saved. */
  readonly request?: AskingRequest;
}

/** Returns the rules that name some of what operations give; undefined if there are none. */
export async function concernedRules(
  context: Reading,
  operations: readonly Giving[],
): Promise<ConcernedRules | undefined> {
  const { items: given, byRole } = await itemsGivenBy(context, operations);
  const rows = await ruleItems(context, given);
  return rows.length === 0 ? undefined : { given, byRole, ruleKeys: new Set(rows.map(({ ruleKey }) => ruleKey)) };
}

/** Returns the rules that a person would violate by what is given, in the order of their IDs. */
export async function violatedRules(context: Reading, toGive: ToGive): Promise<readonly ViolatedRule[]> {
  const { store } = context;
  const { recipientKey, concerned } = toGive;
  const { given, ruleKeys } = concerned;
  // In this order: what is fulfilled between the two reads is no longer asked for, but held.
  const asked = await askedItems(context, toGive);
  const held = await store.heldBy([recipientKey]);
  const items = [...held, ...(await ruleItems(context, [...given, ...asked]))].filter((item) =>
    ruleKeys.has(item.ruleKey),
  );
  const itemsOf = Map.groupBy(items, ({ ruleKey }) => ruleKey);
  const likely = [...itemsOf].flatMap(([key, all]) => (new Set(all.map(({ part }) => part)).size < 2 ? [] : [key]));
  if (likely.length === 0) return [];
  const where = allOf(oneOf("key", likely), eq("enabled", true));
  const rules = await store.select("sodRules", { where, orderBy: [["id", "asc"]] });
  const judged = rules.map(({ key, atLeast }) => ({ key, atLeast, parts: partsFrom(itemsOf.get(key) ?? []) }));
  const violated = new Map(
    violatedBy(judged, { held, asked, given }).map(({ ruleKey, hits }) => [ruleKey, hits] as const),
  );
  return rules.flatMap((rule) => {
    const hits = violated.get(rule.key);
    return hits === undefined ? [] : [{ rule, hits }];
  });
}

/** Access that operations give. */
interface GivenAccess {
  /** Items, each once, with what roles contain. */
  readonly items: readonly SodItem[];
  readonly byRole: ConcernedRules["byRole"];
}

/** Returns the access that operations give. */
async function itemsGivenBy({ store }: Reading, operations: readonly Giving[]): Promise<GivenAccess> {
  const items = operations.flatMap((one) => [one, ...membershipOperations(one)]).flatMap(givenItems);
  const roleKeys = items.flatMap(({ itemType, itemKey }) => (itemType === "role" ? [itemKey] : []));
  if (roleKeys.length === 0) return { items: withRoleItems(items, []), byRole: new Map() };
  const contained = await store.select("roleEntitlements", { where: oneOf("roleKey", roleKeys) });
  const byRole = new Map(
    roleKeys.map((itemKey) => {
      const role = { itemType: "role", itemKey } as const;
      return [nameOfItem(role), new Set(withRoleItems([role], contained).map(nameOfItem))] as const;
    }),
  );
  return { items: withRoleItems(items, contained), byRole };
}

/** Returns the access for which other open requests of a person ask. */
async function askedItems(context: Reading, { recipientKey, request }: ToGive): Promise<readonly SodItem[]> {
  const { store } = context;
  const isOther =
    request === undefined
      ? always
      : allOf(ne("key", request.key), request.createdAt === null ? always : isBeforeOf(request.key, request.createdAt));
  const isOpen = allOf(eq("recipientKey", recipientKey), oneOf("status", openStatuses), eq("direct", false));
  const requests = await store.select("reqbatch", { where: allOf(isOpen, isOther) });
  if (requests.length === 0) return [];
  const operations = await store.select("requestOperations", {
    where: allOf(
      oneOf(
        "requestKey",
        requests.map(({ key }) => key),
      ),
      // An operation with an unknown outcome may have been performed.
      anyOf(eq("result", null), oneOf("result", [OperationResult.Pending, OperationResult.Unknown])),
    ),
  });
  // Accounts without owner are not the recipient's.
  const own = operations.filter(({ associatedBy }) => associatedBy !== "none");
  return (await itemsGivenBy(context, own)).items;
}

function isBeforeOf(key: string, createdAt: number): Expression {
  return anyOf(lt("createdAt", createdAt), allOf(eq("createdAt", createdAt), lt("key", key)));
}

/** Returns the places of items in the rules in force. */
async function ruleItems({ store }: Reading, items: readonly SodItem[]): Promise<readonly Row<"sodRuleItems">[]> {
  if (items.length === 0) return [];
  const names = new Set(items.map(nameOfItem));
  const keys = [...new Set(items.map(({ itemKey }) => itemKey))];
  const where = allOf(oneOf("itemKey", keys), related("rule", eq("enabled", true)));
  const rows = await store.select("sodRuleItems", { where });
  return rows.filter((row) => names.has(nameOfItem(row)));
}

/** Returns the parts of a rule with those of its items that concern a person. */
function partsFrom(items: readonly ViolatingItem[]): readonly SodPart[] {
  const parts = Math.max(0, ...items.map(({ part }) => part));
  return Array.from({ length: parts }, (_, index) => ({
    items: [
      ...new Map(items.filter(({ part }) => part === index + 1).map((item) => [nameOfItem(item), item])).values(),
    ],
  }));
}
