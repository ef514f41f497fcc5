import type { ServiceContext } from "../kernel/context.ts";

const namedMax = 5;

/** Finds what uses a password policy, in words; the first few of each kind are named. */
export async function usesOfPasswordPolicy(
  { store }: Pick<ServiceContext, "store">,
  id: string,
): Promise<readonly string[]> {
  const found = { where: { passwordPolicyId: id }, orderBy: [["id", "asc"]], limit: namedMax } as const;
  const groups = await store.select("targetGroups", found);
  const managed = await store.select("managedSystemPolicies", found);
  const classes = await store.select("userClasses", found);
  return [
    ...groups.map((group) => `the target group '${group.id}'`),
    ...managed.map((policy) => `the managed system policy '${policy.id}'`),
    ...classes.map((userClass) => `the user class '${userClass.id}'`),
  ];
}
