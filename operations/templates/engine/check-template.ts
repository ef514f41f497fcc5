import { hasEnd } from "#domain/access/access-end.ts";
import { itemGivenBy } from "#domain/catalogue/form-codes.ts";
import { type ErrorDetail, ServiceError } from "#domain/errors.ts";
import { isComputedClass } from "#domain/identity/user-classes.ts";
import { oneOf } from "#domain/query/condition.ts";
import { definitionOf, objectTypeOf } from "#domain/requests/operation-codes.ts";
import { isNamedIn } from "#domain/secret-attributes.ts";
import { accountRuleFault } from "#domain/templates/account-rule.ts";
import type { TemplateOperation } from "#domain/templates/fill-template.ts";
import { placeholderFault } from "#domain/templates/placeholders.ts";
import type { Row } from "#store/tables.ts";

import { unable } from "../../abilities/unable.ts";
import type { CallContext } from "../../kernel/context.ts";
import { nameAttribute } from "../../kernel/inputs/operation-names.ts";
import { type AttributeRules, attributeRules, attributeVerdict } from "../../requests/engine/attribute-rules.ts";

type Template = Pick<Row<"templates">, "operations" | "formFields" | "usableBy" | "recipients">;

/** A broken rule of a template: its field below the operation, or below the template, and the rule. */
interface Fault {
  readonly field: string;
  readonly rule: string;
}

/** Resources that the operations of a template name. */
interface Named {
  readonly targets: ReadonlyMap<string, Row<"targetSystems">>;
  readonly groups: ReadonlyMap<string, Row<"groups">>;
  /** Names of the fields of the form of an item, by its type and key. */
  readonly itemFields: ReadonlyMap<string, ReadonlySet<string>>;
  readonly rulesOf: (targetSystemKey: string, of: AttributeRules["of"]) => AttributeRules;
}

/**
 * Throws unless a template can be used: its operations name what can be requested, and its texts name values that it has.
 * @throws TEMPLATE_INVALID with one detail for each broken rule
 */
export async function checkTemplate(context: CallContext, template: Template): Promise<void> {
  const { operations } = template;
  const named = await namedBy(context, operations);
  const fields = new Set(template.formFields.map(({ name }) => name));
  const details: ErrorDetail[] = [];
  const add = (place: string, faults: readonly Fault[]) => {
    for (const { field, rule } of faults) {
      const target = [place, field].filter((part) => part !== "").join("/");
      details.push({ code: "TEMPLATE_INVALID", target, message: `${target} ${rule}.` });
    }
  };
  add("", await classFaults(context, template));
  for (const [index, operation] of operations.entries()) {
    add(`operations/${index}`, [
      ...(await placeFaults(context, operation, named)),
      ...groupFaults(operation, operations.slice(0, index)),
      ...shapeFaults(operation, operations.slice(0, index)),
      ...accountFaults(operation, operations),
      ...attributeFaults(operation, named),
      ...formFaults(operation, named),
      ...textFaults(operation, fields),
    ]);
  }
  const [first] = details;
  if (first) throw new ServiceError("TEMPLATE_INVALID", { target: first.target, message: first.message, details });
}

async function namedBy(context: CallContext, operations: readonly TemplateOperation[]): Promise<Named> {
  const { store } = context;
  const targetKeys = [...new Set(operations.map(({ targetSystemKey }) => targetSystemKey))];
  const groupKeys = [...new Set(operations.flatMap(({ groupKey }) => groupKey ?? []))];
  const targets = await store.select("targetSystems", { where: oneOf("id", targetKeys) });
  const groups = groupKeys.length === 0 ? [] : await store.select("groups", { where: oneOf("key", groupKeys) });
  const details = await store.select("catalogueDetails", {
    where: oneOf("resourceKey", [...targetKeys, ...groupKeys]),
  });
  return {
    targets: new Map(targets.map((target) => [target.id, target])),
    groups: new Map(groups.map((group) => [group.key, group])),
    itemFields: new Map(
      details.map(({ resourceType, resourceKey, formFields }) => [
        `${resourceType} ${resourceKey}`,
        new Set(formFields.map(({ name }) => name)),
      ]),
    ),
    rulesOf: await attributeRules(context, targets),
  };
}

async function classFaults({ store }: CallContext, { usableBy, recipients }: Template): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const [field, id] of Object.entries({ usableBy, recipients })) {
    if (id === null) continue;
    if (isComputedClass(id))
      faults.push({
        field,
        rule: `must not be '${id}', whose members are stored nowhere. Name another class, or null`,
      });
    else if ((await store.get("userClasses", id)) === undefined)
      faults.push({ field, rule: `names no user class: there is no '${id}'. 'gatehouse user class list' shows them` });
  }
  return faults;
}

/** Finds faults of the target system and the group of an operation. */
async function placeFaults(
  context: CallContext,
  operation: TemplateOperation,
  { targets, groups }: Named,
): Promise<readonly Fault[]> {
  const { targetSystemKey, groupKey, code, attributes } = operation;
  const target = targets.get(targetSystemKey);
  if (target === undefined)
    return [{ field: "targetSystemKey", rule: "names no target system. Look the key up under /v2/targetSystems" }];
  const faults: Fault[] = [];
  if (groupKey !== null) {
    const group = groups.get(groupKey);
    if (group?.targetSystemKey !== targetSystemKey)
      faults.push({ field: "groupKey", rule: `names no group of '${targetSystemKey}'. Look it up under /v2/groups` });
    else if (!group.managed)
      faults.push({
        field: "groupKey",
        rule: `names the group '${group.shortId}', which isn't managed. Manage it first`,
      });
  }
  const inability = await unable(context, target, { code, groupKey, attributes, accountKey: null });
  // A proxy may come later; what is requested without one is refused then.
  if (inability !== undefined && inability.code !== "TARGET_WITHOUT_PROXY") {
    const { message = `cannot be performed on '${targetSystemKey}' (${inability.code})` } = inability;
    faults.push({ field: inability.field, rule: `cannot be requested: ${message.replace(/\.$/, "")}` });
  }
  return faults;
}

/** Finds a group where the code has none, and a missing one, unless an operation before creates it. */
function groupFaults(
  { code, targetSystemKey, groupKey }: TemplateOperation,
  before: readonly TemplateOperation[],
): readonly Fault[] {
  const { group } = definitionOf(code);
  const field = "groupKey";
  if (group === "none")
    return groupKey === null ? [] : [{ field, rule: `must be null, because ${code} is about no group` }];
  const createsGroup = (other: TemplateOperation) =>
    other.targetSystemKey === targetSystemKey && definitionOf(other.code).creates === "group";
  if (groupKey !== null || (group === "existingOrCreated" && before.some(createsGroup))) return [];
  return [{ field, rule: `is required for ${code}. Name a managed group` }];
}

function shapeFaults(operation: TemplateOperation, before: readonly TemplateOperation[]): readonly Fault[] {
  const { code, attributes, until, forHours } = operation;
  const definition = definitionOf(code);
  const faults: Fault[] = [];
  if (definition.capability === "update" && Object.keys(attributes).length === 0)
    faults.push({ field: "attributes", rule: `is required for ${code}. Add at least one` });
  if (hasEnd(operation) && definition.gives === undefined)
    faults.push({ field: until === null ? "forHours" : "until", rule: `must be null: ${code} gives no access` });
  if (until !== null && forHours !== null)
    faults.push({ field: "forHours", rule: "must be null, because until is another end of the same access" });
  if (before.some((other) => identityOf(other) === identityOf(operation)))
    faults.push({ field: "", rule: "stands twice. Remove one of the two" });
  return faults;
}

const identityOf = ({ code, targetSystemKey, groupKey, attributes }: TemplateOperation) =>
  JSON.stringify([code, targetSystemKey, groupKey, attributes[nameAttribute] ?? null]);

function accountFaults(operation: TemplateOperation, all: readonly TemplateOperation[]): readonly Fault[] {
  const rule = accountRuleFault(operation, all);
  return rule === undefined ? [] : [{ field: "account", rule }];
}

/** Finds attributes that a request would refuse of someone who may not define attributes. */
function attributeFaults(
  { code, targetSystemKey, attributes }: TemplateOperation,
  { targets, rulesOf }: Named,
): readonly Fault[] {
  const target = targets.get(targetSystemKey);
  const definition = definitionOf(code);
  const isWritten = definition.creates !== null || definition.capability === "update";
  if (target === undefined) return [];
  const secrets = Object.values(target.secretAttributes ?? {}).flat();
  return Object.keys(attributes).flatMap((name): readonly Fault[] => {
    const field = `attributes/${name}`;
    if (!isWritten) return [{ field, rule: `must be left out, because ${code} writes no attributes` }];
    if (isNamedIn(name, secrets))
      return [{ field, rule: "is a secret, which a request would store as it is. Leave it out" }];
    if (name === nameAttribute) return [];
    const verdict = attributeVerdict(name, rulesOf(targetSystemKey, objectTypeOf(definition)));
    return verdict === "taken" ? [] : [{ field, rule: refusals[verdict](targetSystemKey) }];
  });
}

const refusals = {
  undefined: (target: string) => `is not defined on '${target}'. Add an attribute definition, or leave it out`,
  guarded: (target: string) =>
    `is guarded by the connector of '${target}'. Set mayGiveRights in its attribute definition, or leave it out`,
  unattended: (target: string) =>
    `is guarded, and '${target}' has no approval phases. Add authorizationPhases, or leave it out`,
} as const;

function formFaults(operation: TemplateOperation, { itemFields }: Named): readonly Fault[] {
  const item = itemGivenBy(operation);
  const known = item === undefined ? undefined : itemFields.get(`${item.resourceType} ${item.resourceKey}`);
  return Object.keys(operation.form)
    .filter((name) => known?.has(name) !== true)
    .map((name) => ({ field: `form/${name}`, rule: "is no field of the form of the item. Leave it out" }));
}

function textFaults({ attributes, form }: TemplateOperation, fields: ReadonlySet<string>): readonly Fault[] {
  const texts: [string, unknown][] = [
    ...Object.entries(attributes).flatMap(([name, values]) =>
      values.map((value): [string, unknown] => [`attributes/${name}`, value]),
    ),
    ...Object.entries(form).map(([name, value]): [string, unknown] => [`form/${name}`, value]),
  ];
  return texts.flatMap(([field, text]) => {
    const rule = typeof text === "string" ? placeholderFault(text, fields) : undefined;
    return rule === undefined ? [] : [{ field, rule }];
  });
}
