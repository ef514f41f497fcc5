import { ServiceError } from "#domain/errors.ts";
import { classUse } from "#domain/identity/class-conditions.ts";
import { policyOf } from "#domain/policy-name.ts";
import { asService } from "#domain/query/as-service.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { oneOf } from "#domain/query/condition.ts";
import { readFacts } from "#domain/roles/read-facts.ts";
import { superusers } from "#policies/policy.ts";

import { optionValue } from "../../abilities/option-value.ts";
import type { CallContext } from "../../kernel/context.ts";
import { storedPolicies } from "../../policies/engine/stored-policies.ts";
import { attributeRules, attributeVerdict } from "../../requests/engine/attribute-rules.ts";

/** Something that a condition reads, with those besides superusers who can write it. */
export interface WrittenFact {
  /** Name of the fact, such as `the attribute 'department'`. */
  readonly fact: string;
  /** Sentences about who can write it and how; empty if only superusers and the sources can. */
  readonly writers: readonly string[];
}

/** Policies of the changes of users that write any of their columns but those that actions of their own write. */
const usual: readonly string[] = [policyOf.update("users")];

/** Columns of users that actions of their own write, by the policies of all that write them. */
const ownColumns: Readonly<Record<string, readonly string[]>> = {
  noticeDelivery: [policyOf.action("users/chooseNotices")],
  digestHour: [policyOf.action("users/chooseNotices")],
  language: [policyOf.action("users/chooseNotices")],
  disabled: [policyOf.action("users/disable"), policyOf.action("users/enable")],
  locked: [policyOf.action("users/unlock")],
  endsAt: [...usual, policyOf.action("users/extend"), policyOf.action("users/leave")],
  externalIncomplete: [...usual, policyOf.action("users/extend")],
};

/** Relations of users whose rows no request and no target system writes, by the policies of their changes. */
const ownRelations: Readonly<Record<string, string>> = {
  classes: policyOf.create("userClasses/members"),
  classMemberships: policyOf.create("userClasses/members"),
  manager: policyOf.update("users"),
  sponsor: policyOf.update("users"),
  reports: policyOf.update("users"),
};

/**
 * Finds for each fact that a condition on users reads who can write it besides superusers: whoever can may be able to give themselves what
 * the condition gives.
 */
export async function conditionWriters(context: CallContext, condition: Expression): Promise<readonly WrittenFact[]> {
  return writersIn(context, condition, new Set());
}

async function writersIn(
  context: CallContext,
  condition: Expression,
  seen: Set<string>,
): Promise<readonly WrittenFact[]> {
  const facts = readFacts(condition);
  const expressions = new Map((await storedPolicies(context.store)).map(({ name, expression }) => [name, expression]));
  const allowedBy = (policy: string): readonly string[] => {
    const expression = expressions.get(policy)?.trim();
    return expression === superusers ? [] : [`the policy '${policy}' allows it to others (${expression ?? "missing"})`];
  };
  const found: WrittenFact[] = [];
  for (const column of facts.columns)
    found.push({ fact: `'${column}' of the user`, writers: (ownColumns[column] ?? usual).flatMap(allowedBy) });
  for (const name of facts.attributes) {
    const fact = name === null ? "any attribute of the profile" : `the attribute '${name}'`;
    found.push({
      fact,
      writers: [...allowedBy(policyOf.update("users")), ...(await sourceWriters(context, name, allowedBy))],
    });
  }
  for (const relation of facts.relations) {
    const policy = ownRelations[relation];
    const byRequests = ["requests and whoever administers the target systems write it"];
    found.push({ fact: `'${relation}' of the user`, writers: policy === undefined ? byRequests : allowedBy(policy) });
  }
  return [...found, ...(await writersOfClasses(context, classUse(condition).classes, seen))];
}

/** Finds the same for the conditions of classes that a condition names, each class once. */
async function writersOfClasses(
  context: CallContext,
  ids: readonly string[],
  seen: Set<string>,
): Promise<readonly WrittenFact[]> {
  const found: WrittenFact[] = [];
  for (const { id, condition } of await context.store.select("userClasses", { where: oneOf("id", [...ids]) })) {
    if (condition === null || seen.has(id)) continue;
    seen.add(id);
    const inside = await writersIn(context, asService(await context.userCondition(condition)), seen);
    found.push(...inside.map(({ fact, writers }) => ({ fact: `${fact}, by the user class '${id}'`, writers })));
  }
  return found;
}

/**
 * Refuses a condition on facts that others than superusers can write.
 * @throws the code, with one detail for each fact and its writers
 */
export function refuseWritable(
  reads: readonly WrittenFact[],
  code: "ROLE_CONDITION_WRITABLE" | "USER_CLASS_CONDITION_WRITABLE",
): void {
  const target = "condition";
  const details = reads.flatMap(({ fact, writers }) =>
    writers.map((writer) => ({
      code,
      target,
      message: `The condition reads ${fact}: ${writer}. Choose another attribute, or send force: true.`,
    })),
  );
  const [first] = details;
  if (first) throw new ServiceError(code, { target, message: first.message, details });
}

/** Finds who can write an attribute on the sources of profiles from which it is read; null for any attribute. */
async function sourceWriters(
  context: CallContext,
  name: string | null,
  allowedBy: (policy: string) => readonly string[],
): Promise<readonly string[]> {
  const { store } = context;
  const sources = await store.select("targetSystems", { where: { sourceOfProfiles: true } });
  const definitions = await store.select("targetSystemAttributeDefinitions", {
    where: oneOf(
      "targetSystemId",
      sources.map(({ id }) => id),
    ),
  });
  const rulesOf = await attributeRules(context, sources);
  const writers = new Set<string>();
  for (const source of sources) {
    const rules = rulesOf(source.id, "account");
    const read = definitions.filter(
      (one) => one.targetSystemId === source.id && one.loadFromTarget && isRead(one, name),
    );
    if (read.length === 0) continue;
    for (const why of allowedBy(policyOf.update("accounts"))) writers.add(why);
    const asked = read.filter(({ attribute }) => attributeVerdict(attribute, rules) === "taken");
    if (asked.length === 0 || !(await canBeRequested(context, source.id, rules.hasPhases))) continue;
    const names = asked.map(({ attribute }) => `'${attribute}'`).join(", ");
    writers.add(`anybody can request ${names} on '${source.id}', which is a source of profiles`);
  }
  return [...writers];
}

const isRead = ({ mappedAttribute }: { readonly mappedAttribute: string | null }, name: string | null) =>
  mappedAttribute !== null && (name === null || mappedAttribute === name);

async function canBeRequested(context: CallContext, targetSystemKey: string, hasPhases: boolean): Promise<boolean> {
  return hasPhases || (await optionValue(context, targetSystemKey, "autoApprove")) === true;
}
