import { everybodyClass } from "#domain/identity/user-classes.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, never, oneOf } from "#domain/query/condition.ts";
import { printRule } from "#domain/requests/phase-rules/print-rule.ts";
import { ruleInForce } from "#domain/requests/phase-rules/rule-in-force.ts";
import { peopleIn, wordsOf } from "#domain/requests/phase-rules/rule-people.ts";
import { ruleWords } from "#domain/requests/phase-rules/rule-words.ts";
import type { People, Rule } from "#domain/requests/phase-rules/rule.ts";
import type { Row } from "#store/tables.ts";

import { type PhaseView, phaseViews } from "../../authorization-phases/engine/phases-view.ts";
import { readPhaseRule } from "../../authorization-phases/engine/read-phase-rule.ts";
import { authorizing } from "../../requests/engine/plan-phases.ts";
import { type CatalogueContext, type CatalogueRow, targetsOf, templatesOf, type ValueOf } from "./catalogue-row.ts";

/** Policies for the names shown beside a phase and for those of owners, as rules on the rows of users and of user classes. */
export const peoplePolicies = {
  person: policyOf.get("catalogueItems/phases/person"),
  userClass: policyOf.get("catalogueItems/phases/userClass"),
  owner: policyOf.get("catalogueItems/owner"),
} as const;

/** Kinds of authorizers of a phase: the words of its rule, and everybody for the class of all users. */
export const deciderKinds = [
  "person",
  "userClass",
  "everybody",
  "manager",
  "groupOwners",
  "plugin",
  "requester",
  "recipient",
] as const;

/** Named users and classes that the caller may know. */
interface Known {
  readonly people: ReadonlyMap<string, Pick<Row<"users">, "key" | "id" | "displayName">>;
  readonly classes: ReadonlySet<string>;
}

/** Finds the approvers for rows of the catalog, phase by phase; for groups and templates like `plan-phases`. */
export async function phasesOfItems(context: CatalogueContext, rows: readonly CatalogueRow[]): Promise<ValueOf> {
  const templates = await templatesOf(context, rows);
  const requested = [...templates.values()].flatMap(({ operations }) => operations);
  const ofItems = rows.filter(isGroup).map(({ key }) => String(key));
  const keys = [...new Set([...ofItems, ...requested.flatMap(({ groupKey }) => groupKey ?? [])])];
  const targetKeys = [...new Set([...targetsOf(rows), ...requested.map(({ targetSystemKey }) => targetSystemKey)])];
  const ofTargets = await phaseViews(context, "targetSystem", targetKeys);
  const ofGroups = await phaseViews(context, "managedGroup", keys);
  const ofTemplates = await phaseViews(context, "template", [...templates.keys()]);
  const roleKeys = rows.flatMap(({ key, resourceType }) => (resourceType === "role" ? [String(key)] : []));
  const ofRoles = await phaseViews(context, "role", roleKeys);
  const groups = await context.store.select("groups", { where: oneOf("key", keys) });
  const inheritances = new Map(groups.map(({ key, phaseInheritance }) => [key, phaseInheritance]));
  const rules = new Map(
    [...ofTargets.values(), ...ofGroups.values(), ...ofTemplates.values(), ...ofRoles.values()]
      .flat()
      .map((phase) => [phase.key, ruleOf(phase)]),
  );
  const known = await knownOf(context, [...rules.values()].flatMap(peopleAsked));
  const ofPlace = (targetSystemKey: string, groupKey: string | null): readonly PhaseView[] => {
    const target = ofTargets.get(targetSystemKey) ?? [];
    if (groupKey === null) return target;
    const own = ofGroups.get(groupKey) ?? [];
    const alone = own.length > 0 ? "none" : "inheritedOnly";
    const inherits = context.settings.managedGroupInheritance ? inheritances.get(groupKey) : alone;
    return authorizing(inherits ?? "add", target, own).flat();
  };
  const ofRow = (row: CatalogueRow): readonly PhaseView[] => {
    const key = String(row["key"]);
    if (row["resourceType"] === "role") return ofRoles.get(key) ?? [];
    const template = templates.get(key);
    if (template === undefined) return ofPlace(String(row["targetSystemKey"]), isGroup(row) ? key : null);
    const places = template.operations.flatMap(({ targetSystemKey, groupKey }) => ofPlace(targetSystemKey, groupKey));
    return [...new Set([...(ofTemplates.get(key) ?? []), ...places])];
  };
  return (row) =>
    ofRow(row).map(({ key }, index) => ({ sequence: index + 1, ...shownRule(rules.get(key) ?? nothing, known) }));
}

function isGroup({ resourceType }: CatalogueRow): boolean {
  return resourceType === "managedGroup";
}

const nothing: Rule = { kind: "all", of: [] };

function ruleOf({ rule }: PhaseView): Rule {
  const reading = readPhaseRule(rule ?? "");
  return "rule" in reading ? reading.rule : nothing;
}

/** Returns all people whom a rule may ask, with every condition in it assumed true. */
function peopleAsked(rule: Rule): readonly People[] {
  return wordsOf(ruleInForce(rule, () => true));
}

async function knownOf({ store, visible }: CatalogueContext, words: readonly People[]): Promise<Known> {
  const named = (kind: People["kind"]) => [
    ...new Set(words.flatMap((word) => (word.kind === kind && "name" in word ? [word.name] : []))),
  ];
  const where = (policy: string, column: string, keys: readonly string[]) =>
    allOf(visible?.get(policy) ?? never, oneOf(column, keys));
  const { person, userClass } = peoplePolicies;
  const people = await store.select("users", { where: where(person, "key", named("user")) });
  const classes = await store.select("userClasses", { where: where(userClass, "id", named("class")) });
  return {
    people: new Map(people.map(({ key, id, displayName }) => [key, { key, id, displayName }])),
    classes: new Set(classes.map(({ id }) => id)),
  };
}

function shownRule(rule: Rule, known: Known) {
  const textsIn = (kind: "veto" | "inputRequired") => new Set(peopleIn(rule, kind).map(printRule));
  const [vetoes, required] = [textsIn("veto"), textsIn("inputRequired")];
  const authorizers = peopleAsked(rule).map((people) => {
    const text = printRule(people);
    return { ...shownPeople(people, known), veto: vetoes.has(text), inputRequired: required.has(text) };
  });
  return { authorizers, words: ruleWords(rule, (people) => nameOf(shownPeople(people, known))) };
}

interface ShownPeople {
  readonly kind: (typeof deciderKinds)[number];
  readonly person: Pick<Row<"users">, "key" | "id" | "displayName"> | null;
  readonly userClass: string | null;
  readonly managerLevels: number | null;
}

function shownPeople(people: People, known: Known): ShownPeople {
  const nobody = { person: null, userClass: null, managerLevels: null };
  switch (people.kind) {
    case "user":
      return { ...nobody, kind: "person", person: known.people.get(people.name) ?? null };
    case "class":
      if (people.name === everybodyClass) return { ...nobody, kind: "everybody" };
      return { ...nobody, kind: "userClass", userClass: known.classes.has(people.name) ? people.name : null };
    case "manager":
      return { ...nobody, kind: "manager", managerLevels: people.levels };
    default:
      return { ...nobody, kind: people.kind };
  }
}

const kindNames: Readonly<Record<ShownPeople["kind"], string>> = {
  person: "a person",
  userClass: "a user class",
  everybody: "all users",
  manager: "the recipient's manager",
  groupOwners: "the owners of the group",
  plugin: "people whom a plug-in names",
  requester: "who asks",
  recipient: "the recipient",
};

function nameOf({ kind, person, userClass, managerLevels }: ShownPeople): string {
  if (person !== null) return person.displayName ?? person.id;
  if (userClass !== null) return `the class ${userClass}`;
  const levels = managerLevels ?? 1;
  return levels === 1 ? kindNames[kind] : `the manager ${levels} levels above the recipient`;
}
