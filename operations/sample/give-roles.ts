import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { changePolicy, takeInPolicies } from "../policies/engine/change-policy.ts";
import { sampleRoleClasses, sampleRoles, type SampleRole } from "./roles.ts";

/** Number of new members and policies. */
export interface GivenRoles {
  readonly members: number;
  readonly policies: number;
}

/**
 * Gives the role holders of the sample their user classes and policies. A policy that was ever changed stays unchanged: decisions of an
 * installation take precedence over the sample.
 */
export const giveSampleRoles = defineOperation({
  name: "sample.giveRoles",
  callers: ["engine"],
  audit: {
    operation: "SMPR",
    describe: (_input, given?: GivenRoles) => ({
      message: given ? `${given.members} members, ${given.policies} policies` : null,
    }),
  },
  async run(context): Promise<GivenRoles> {
    const { store } = context;
    for (const one of sampleRoleClasses)
      if (!(await store.get("userClasses", one.id))) await store.add("userClasses", one);
    const given = { members: 0, policies: 0 };
    for (const role of sampleRoles) {
      given.members += await addToClass(context, role);
      given.policies += await givePolicies(context, role);
    }
    return given;
  },
  settle: takeInPolicies,
});

async function addToClass({ store, ids }: CallContext, { id, classId }: SampleRole): Promise<number> {
  if (classId === null) return 0;
  const [user] = await store.select("users", { where: { id }, limit: 1 });
  if (user === undefined) return 0;
  const membership = { userClassId: classId, userKey: user.key };
  if ((await store.count("userClassMembers", membership)) > 0) return 0;
  await store.add("userClassMembers", { key: ids.guid(), ...membership });
  return 1;
}

async function givePolicies(context: CallContext, { policies, expression }: SampleRole): Promise<number> {
  let given = 0;
  for (const name of policies) {
    const known = await context.store.get("policies", name);
    if (expression === null || (known !== undefined && known.number > 0)) continue;
    await changePolicy(context, { name, action: "set", expression, enabled: true, comment: "role of the sample" });
    given += 1;
  }
  return given;
}
