import { oneOf } from "#domain/query/condition.ts";
import { classesNamed } from "#policies/classes-named.ts";

import type { CallContext } from "../../context.ts";
import { storedPolicies } from "../../policies/engine/stored-policies.ts";
import { boundClasses } from "./class-conditions.ts";

type Context = Pick<CallContext, "store" | "userCondition">;

/** What may use a user class; each tells who does, in words. */
const usages: readonly ((context: Context, id: string) => Promise<readonly string[]>)[] = [
  inPhases,
  inPolicies,
  inConditions,
];

/** Everybody who uses a user class, in words. */
export async function usesOfClass(context: Context, id: string): Promise<readonly string[]> {
  const found = await Promise.all(usages.map((ask) => ask(context, id)));
  return found.flat();
}

async function inPhases({ store }: Context, id: string): Promise<readonly string[]> {
  const rows = await store.select("authorizationPhaseAuthorizers", { where: { userClass: id } });
  const keys = [...new Set(rows.map(({ authorizationPhaseKey }) => authorizationPhaseKey))];
  if (keys.length === 0) return [];
  const phases = await store.select("authorizationPhases", { where: oneOf("key", keys) });
  const targets = [...new Set(phases.map(({ targetSystemId }) => targetSystemId))].toSorted();
  return targets.map((target) => `the authorization phases of the target system '${target}'`);
}

async function inPolicies({ store }: Context, id: string): Promise<readonly string[]> {
  const policies = await storedPolicies(store);
  return policies
    .filter(({ expression }) => classesNamed(expression).includes(id))
    .map(({ name }) => `the policy '${name}'`);
}

async function inConditions(context: Context, id: string): Promise<readonly string[]> {
  const classes = await boundClasses(context);
  return classes.filter(({ classes: asked }) => asked.includes(id)).map((other) => `the user class '${other.id}'`);
}
