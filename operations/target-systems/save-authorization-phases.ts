import { ServiceError } from "#domain/errors.ts";

import type { CallContext } from "../context.ts";
import type { AuthorizationPhaseInput } from "./target-system-input.ts";

/**
 * Writes the authorization phases of a new target system after checking that each can be fulfilled.
 * @throws TARGET_PHASE_INVALID
 */
export async function saveAuthorizationPhases(
  context: CallContext,
  targetSystemId: string,
  phases: readonly AuthorizationPhaseInput[],
): Promise<void> {
  const { store, ids } = context;
  const sequences = new Set<number>();
  for (const [index, phase] of phases.entries()) {
    const at = `authorizationPhases.${index}`;
    if (sequences.has(phase.sequence)) throw invalid(`${at}.sequence`, `the sequence ${phase.sequence} stands twice`);
    sequences.add(phase.sequence);
    await checkAuthorizers(context, at, phase);
    const key = ids.guid();
    const { sequence, minApprovals, maxDenials } = phase;
    await store.save("authorizationPhases", { key, targetSystemId, sequence, minApprovals, maxDenials });
    for (const { userKey = null, userClass = null, veto, inputRequired } of phase.authorizers) {
      await store.save("authorizationPhaseAuthorizers", {
        key: ids.guid(),
        authorizationPhaseKey: key,
        userKey,
        userClass,
        veto,
        inputRequired,
      });
    }
  }
}

async function checkAuthorizers({ store }: CallContext, at: string, phase: AuthorizationPhaseInput): Promise<void> {
  for (const [index, { userKey, userClass }] of phase.authorizers.entries()) {
    if (isGiven(userKey) && !(await store.get("users", userKey))) {
      throw invalid(`${at}.authorizers.${index}.userKey`, `no user has the key '${userKey}'`);
    }
    if (isGiven(userClass) && !(await store.get("userClasses", userClass))) {
      throw invalid(`${at}.authorizers.${index}.userClass`, `no user class is named '${userClass}'`);
    }
  }
  // The members of a user class change, so only phases of named people can be counted now.
  const countable = phase.authorizers.every(({ userClass }) => !isGiven(userClass));
  if (countable && phase.minApprovals > phase.authorizers.length) {
    throw invalid(
      `${at}.minApprovals`,
      `it asks for ${phase.minApprovals} approvals of ${phase.authorizers.length} authorizers`,
    );
  }
}

function isGiven(value: string | null | undefined): value is string {
  return value !== undefined && value !== null;
}

function invalid(target: string, reason: string): ServiceError {
  return new ServiceError("TARGET_PHASE_INVALID", { target, message: `${target}: ${reason}.` });
}
