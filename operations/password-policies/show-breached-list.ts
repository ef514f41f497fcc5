import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { breachedListWayOut } from "../abilities/breached-passwords.ts";
import { defineOperation } from "../kernel/define-operation.ts";

/** State of the list of breached passwords on the machine that answers. */
export interface ShownBreachedList {
  readonly state: "ready" | "missing" | "damaged";
  /** Number of passwords; null if the list is not ready. */
  readonly count: number | null;
  /** Size in bytes; null if the list is not ready. */
  readonly bytes: number | null;
  /** Time at which the file was written, in milliseconds; null if the list is not ready. */
  readonly modifiedAt: number | null;
  /** Fault and the way out; null if the list is ready. */
  readonly problem: string | null;
}

/** Shows whether the rule `notBreached` can be checked: the list of the answering process is opened, and its passwords are not read. */
export const showBreachedList = defineOperation({
  name: "passwordPolicies.breachedList",
  kind: "read",
  input: z.strictObject({}),
  callers: ["user"],
  policies: [{ name: policyOf.get("passwordPolicies/breachedList") }],
  audit: { operation: "READ", when: "refusalOnly", describe: () => ({ ident: "breachedList" }) },
  async run({ breachedPasswords }): Promise<ShownBreachedList> {
    const found = await breachedPasswords.state();
    if (found.state !== "ready") {
      const problem = `${found.message} ${breachedListWayOut}`;
      return { state: found.state, count: null, bytes: null, modifiedAt: null, problem };
    }
    const { state, count, bytes, modifiedAt } = found;
    return { state, count, bytes, modifiedAt: Math.trunc(modifiedAt), problem: null };
  },
});
