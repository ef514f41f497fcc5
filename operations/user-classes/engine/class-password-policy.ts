import { ServiceError } from "#domain/errors.ts";
import { directManagerClass } from "#domain/identity/user-classes.ts";

import { proveTogether, requireTogether } from "../../abilities/policies-together.ts";
import type { CallContext } from "../../kernel/context.ts";

/**
 * Throws unless a password policy can hold for the members of a class; undefined leaves the one of before. Returns what `requirePolicyTogether` compares.
 * @throws PASSWORD_POLICY_UNKNOWN, USER_CLASS_COMPUTED, PASSWORD_POLICIES_CONTRADICT
 */
export async function provePolicy(
  context: CallContext,
  id: string,
  passwordPolicyId: string | null | undefined,
): Promise<string> {
  if (passwordPolicyId === undefined || passwordPolicyId === null) return "";
  if (id === directManagerClass) {
    const message =
      "The members of this class depend on a request, so no password policy can hold for them. Choose another class.";
    throw new ServiceError("USER_CLASS_COMPUTED", { target: "passwordPolicyId", message });
  }
  await requireKnown(context, passwordPolicyId);
  return proveTogether(context, { userClass: { id, passwordPolicyId } });
}

/**
 * Throws like `provePolicy`, in the transaction of the change.
 * @throws PASSWORD_POLICY_UNKNOWN, PASSWORD_POLICIES_CONTRADICT
 */
export async function requirePolicyTogether(
  context: CallContext,
  id: string,
  passwordPolicyId: string | null | undefined,
  proven: string,
): Promise<void> {
  if (passwordPolicyId === undefined || passwordPolicyId === null) return;
  await requireKnown(context, passwordPolicyId);
  await requireTogether(context, { userClass: { id, passwordPolicyId } }, proven);
}

async function requireKnown({ store }: CallContext, id: string): Promise<void> {
  if (await store.get("passwordPolicies", id)) return;
  throw new ServiceError("PASSWORD_POLICY_UNKNOWN", { target: "passwordPolicyId" });
}
