import { ServiceError } from "#domain/errors.ts";
import { directManagerClass } from "#domain/identity/user-classes.ts";

import type { CallContext } from "../../context.ts";
import { membersOf } from "../../requests/engine/phase-authorizers.ts";
import type { AuthorizationPhaseInput } from "./target-system-input.ts";

/**
 * Writes the authorization phases of a new target system after checking that each can be fulfilled.
 * @throws TARGET_PHASE_INVALID, LIMIT_EXCEEDED
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
    const { authorizers, ...row } = phase;
    await store.save("authorizationPhases", { ...row, key, targetSystemId });
    for (const authorizer of authorizers) {
      const own = { key: ids.guid(), authorizationPhaseKey: key };
      await store.save("authorizationPhaseAuthorizers", { ...authorizer, ...own });
    }
  }
}

/** Removes the authorization phases of a target system; requests under way have copies of their own. */
export async function removeAuthorizationPhases({ store }: CallContext, targetSystemId: string): Promise<void> {
  for (const { key } of await store.select("authorizationPhases", { where: { targetSystemId } })) {
    const authorizers = await store.select("authorizationPhaseAuthorizers", { where: { authorizationPhaseKey: key } });
    for (const authorizer of authorizers) await store.remove("authorizationPhaseAuthorizers", authorizer.key);
    await store.remove("authorizationPhases", key);
  }
}

async function checkAuthorizers(context: CallContext, at: string, phase: AuthorizationPhaseInput): Promise<void> {
  const { store } = context;
  for (const [index, { userKey, userClass }] of phase.authorizers.entries()) {
    if (userKey !== null && !(await store.get("users", userKey))) {
      throw invalid(`${at}.authorizers.${index}.userKey`, `no user has the key '${userKey}'`);
    }
    if (userClass !== null && !(await store.get("userClasses", userClass))) {
      throw invalid(`${at}.authorizers.${index}.userClass`, `no user class is named '${userClass}'`);
    }
  }
  await checkApprovals(context, at, phase);
}

/** A phase that nobody could approve, as people and classes stand now, would deny every request at once. */
async function checkApprovals(context: CallContext, at: string, phase: AuthorizationPhaseInput): Promise<void> {
  const people = new Set<string>();
  for (const { userKey, userClass } of phase.authorizers) {
    // Whoever is the manager of a recipient counts as one.
    if (userKey !== null || userClass === directManagerClass) people.add(userKey ?? directManagerClass);
    else for (const member of await membersOf(context, userClass ?? "", null)) people.add(member);
  }
  if (phase.minApprovals <= people.size) return;
  throw invalid(
    `${at}.minApprovals`,
    `it asks for ${phase.minApprovals} approvals, and its authorizers are ${people.size} people now; name others, or give the user classes their members first`,
  );
}

function invalid(target: string, reason: string): ServiceError {
  return new ServiceError("TARGET_PHASE_INVALID", { target, message: `${target}: ${reason}.` });
}
