import { oneOf } from "#domain/query/condition.ts";
import type { PhaseResource } from "#domain/requests/phase-resources.ts";
import { samePhases } from "#domain/requests/same-phases.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { checkPhases, type CheckedPhase } from "./check-phases.ts";
import type { PhaseInput } from "./phases-input.ts";

/**
 * Replaces the authorization phases of a resource. A phase that stays the same, even with another number, keeps its key: active requests
 * use its rule when they reach it.
 * @throws TARGET_PHASE_INVALID, LIMIT_EXCEEDED
 */
export async function savePhases(
  context: CallContext,
  resource: PhaseResource,
  given: readonly PhaseInput[],
): Promise<void> {
  const { store } = context;
  const phases = await checkPhases(context, given);
  const known = await store.select("authorizationPhases", { where: { ...resource } });
  const same = samePhases(known, phases);
  const kept = new Map([...same].map(([sequence, { key }]) => [key, sequence]));
  await removeAuthorizers(context, known);
  for (const { key, sequence } of known) {
    const now = kept.get(key);
    if (now === undefined) await store.remove("authorizationPhases", key);
    // No two have one number at any moment.
    else if (now !== sequence) await store.save("authorizationPhases", { key, sequence: -now });
  }
  for (const phase of phases) await savePhase(context, resource, { ...phase, key: same.get(phase.sequence)?.key });
}

/** Deletes the authorization phases of a resource; active requests keep those that they have planned. */
export async function removePhases(context: CallContext, resource: PhaseResource): Promise<void> {
  await savePhases(context, resource, []);
}

async function savePhase(
  { store, ids }: CallContext,
  resource: PhaseResource,
  { authorizers, key = ids.guid(), ...phase }: CheckedPhase & { readonly key: string | undefined },
): Promise<void> {
  await store.save("authorizationPhases", { ...phase, ...resource, key });
  for (const authorizer of authorizers)
    await store.save("authorizationPhaseAuthorizers", {
      ...authorizer,
      key: ids.guid(),
      authorizationPhaseKey: key,
    });
}

async function removeAuthorizers({ store }: CallContext, phases: readonly Row<"authorizationPhases">[]): Promise<void> {
  if (phases.length === 0) return;
  const where = oneOf(
    "authorizationPhaseKey",
    phases.map(({ key }) => key),
  );
  for (const { key } of await store.select("authorizationPhaseAuthorizers", { where }))
    await store.remove("authorizationPhaseAuthorizers", key);
}
