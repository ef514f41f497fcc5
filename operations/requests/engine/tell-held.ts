import { everybodyClass } from "#domain/identity/user-classes.ts";
import { policyOf } from "#domain/policy-name.ts";
import { oneOf } from "#domain/query/condition.ts";
import { classesNamed } from "#policies/classes-named.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { principalOf } from "../../principal.ts";
import { membersOf } from "./find-people.ts";
import { noteHeld } from "./note-event.ts";
import type { StoppedPhase } from "./open-phase.ts";

const resolving = policyOf.action("requests/resolveHold");
const reading = policyOf.get("requests");

/** Notes in the ledger that a phase of a request cannot open, and tells those who decide how it goes on. */
export async function tellHeld(context: CallContext, request: Row<"reqbatch">, stopped: StoppedPhase): Promise<void> {
  noteHeld(context, request.key, stopped);
  const to = await workflowManagers(context, request);
  notice(context, "held", { requestKey: request.key, to, facts: { phase: stopped.sequence, heldKey: request.key } });
}

/**
 * Keys of those whom the policies let decide about a request on hold: of superusers, and of the members of classes that the policy
 * names. Whomever else it lets, by an attribute or a name, cannot be found from it.
 */
async function workflowManagers(context: CallContext, request: Row<"reqbatch">): Promise<readonly string[]> {
  const { store, policies } = context;
  const nobody = { key: null, id: "", superuser: false, classes: [] };
  const { expression = "" } = policies.explain(resolving, { principal: nobody }) ?? {};
  const classesOf = new Map<string, string[]>();
  for (const name of classesNamed(expression).filter((one) => one !== everybodyClass))
    for (const key of await membersOf(context, name)) classesOf.set(key, [...(classesOf.get(key) ?? []), name]);
  const superusers = await store.select("users", { where: { superuser: true, disabled: false } });
  const members = await store.select("users", { where: oneOf("key", [...classesOf.keys()]) });
  const facts = { ...request, authorizerKeys: [] };
  const managers: string[] = [];
  for (const { key, id, superuser } of [...superusers, ...members]) {
    const asThem = { store, policies, caller: { key, id, superuser, classes: classesOf.get(key) ?? [] } };
    const allows = async (name: string, resource?: typeof facts) =>
      policies.decide(name, { principal: await principalOf(asThem, name), ...(resource && { resource }) }).allowed;
    if ((await allows(resolving)) && (await allows(reading, facts))) managers.push(key);
  }
  return managers;
}
