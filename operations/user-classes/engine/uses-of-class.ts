import { anyOf, contains, eq, oneOf } from "#domain/query/condition.ts";
import type { PhaseResourceType } from "#domain/requests/phase-resources.ts";
import { printRule } from "#domain/requests/phase-rules/print-rule.ts";
import { classesNamed } from "#policies/classes-named.ts";

import type { CallContext } from "../../kernel/context.ts";
import { storedPolicies } from "../../policies/engine/stored-policies.ts";
import { boundClasses } from "./class-conditions.ts";

type Context = Pick<CallContext, "store" | "userCondition" | "settings">;

/** Searches for the uses of a user class; each returns them in words. */
const usages: readonly ((context: Context, id: string) => Promise<readonly string[]>)[] = [
  inPhases,
  amongImplementers,
  inPolicies,
  inConditions,
  inRoles,
  inProviders,
  inSettings,
  inTemplates,
];

/** Finds all uses of a user class, in words. */
export async function usesOfClass(context: Context, id: string): Promise<readonly string[]> {
  const found = await Promise.all(usages.map((ask) => ask(context, id)));
  return found.flat();
}

async function inPhases({ store }: Context, id: string): Promise<readonly string[]> {
  const word = printRule({ kind: "class", name: id });
  const phases = await store.select("authorizationPhases", { where: contains("rule", word) });
  const found = new Set(
    phases.map(({ resourceType, resourceKey }) => `${resourceNames[resourceType]} '${resourceKey}'`),
  );
  return [...found].toSorted().map((name) => `the authorization phases of ${name}`);
}

async function amongImplementers({ store }: Context, id: string): Promise<readonly string[]> {
  const rows = await store.select("implementers", { where: { userClass: id } });
  const found = new Set(rows.map(({ resourceType, resourceKey }) => `${resourceNames[resourceType]} '${resourceKey}'`));
  return [...found].toSorted().map((name) => `the implementers of ${name}`);
}

const resourceNames: Readonly<Record<PhaseResourceType, string>> = {
  targetSystem: "the target system",
  managedGroup: "the group",
  role: "the role",
  template: "the template",
  managedSystemPolicy: "the managed system policy",
  sodRule: "the rule of separation of duties",
};

async function inPolicies({ store }: Context, id: string): Promise<readonly string[]> {
  const policies = await storedPolicies(store);
  return policies
    .filter(({ expression }) => classesNamed(expression).includes(id))
    .map(({ name }) => `the policy '${name}'`);
}

async function inProviders({ store }: Context, id: string): Promise<readonly string[]> {
  const providers = await store.select("samlProviders", { where: { userClass: id } });
  return providers.map((provider) => `the identity provider '${provider.id}'`);
}

async function inSettings({ settings }: Context, id: string): Promise<readonly string[]> {
  return settings.externalPeople === id ? ["the setting EXTERNAL_PEOPLE"] : [];
}

async function inTemplates({ store }: Context, id: string): Promise<readonly string[]> {
  const templates = await store.select("templates", { where: anyOf(eq("usableBy", id), eq("recipients", id)) });
  return templates.map(({ name }) => `the template '${name}'`);
}

/** Finds roles in force, or prepared, whose condition names the class: as a text between quotes, as conditions are written. */
async function inRoles({ store }: Context, id: string): Promise<readonly string[]> {
  const versions = await store.select("roleVersions", { where: oneOf("state", ["draft", "inForce"]) });
  const word = `'${id.replaceAll("'", "''")}'`;
  const keys = versions.flatMap(({ roleKey, content }) => (content.condition?.includes(word) ? [roleKey] : []));
  const roles = keys.length === 0 ? [] : await store.select("roles", { where: oneOf("key", [...new Set(keys)]) });
  return roles.map((role) => `the role '${role.id}'`);
}

async function inConditions(context: Context, id: string): Promise<readonly string[]> {
  const classes = await boundClasses(context);
  return classes.filter(({ classes: asked }) => asked.includes(id)).map((other) => `the user class '${other.id}'`);
}
