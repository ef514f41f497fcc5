import { everybodyClass } from "#domain/identity/user-classes.ts";
import { oneOf } from "#domain/query/condition.ts";
import { classesNamed } from "#policies/classes-named.ts";

import type { CallContext } from "../../kernel/context.ts";
import { principalOf } from "../../kernel/principal.ts";
import { membersOf } from "./find-people.ts";

/** Function that reports whether a policy allows a user, about a resource if one is given. */
export type Allows = (name: string, resource?: Readonly<Record<string, unknown>>) => Promise<boolean>;

/**
 * Returns the keys of the users whom a policy allows: superusers, and members of the classes that it names. Others whom it allows, by an
 * attribute or a name, cannot be derived from it. Further conditions on them are checked by `isLet`.
 */
export async function peopleWhoMay(
  context: CallContext,
  policy: string,
  isLet: (allows: Allows) => Promise<boolean> = async () => true,
): Promise<readonly string[]> {
  const { store, policies } = context;
  const nobody = { key: null, id: "", superuser: false, classes: [] };
  const { expression = "" } = policies.explain(policy, { principal: nobody }) ?? {};
  const classesOf = new Map<string, string[]>();
  for (const name of classesNamed(expression).filter((one) => one !== everybodyClass))
    for (const key of await membersOf(context, name)) classesOf.set(key, [...(classesOf.get(key) ?? []), name]);
  const superusers = await store.select("users", { where: { superuser: true, disabled: false } });
  const members = await store.select("users", { where: oneOf("key", [...classesOf.keys()]) });
  const people = new Map([...superusers, ...members].map((user) => [user.key, user]));
  const found: string[] = [];
  for (const { key, id, superuser } of people.values()) {
    const asThem = { store, policies, caller: { key, id, superuser, classes: classesOf.get(key) ?? [] } };
    const allows: Allows = async (name, resource) =>
      policies.decide(name, { principal: await principalOf(asThem, name), ...(resource && { resource }) }).allowed;
    if ((await allows(policy)) && (await isLet(allows))) found.push(key);
  }
  return found;
}
