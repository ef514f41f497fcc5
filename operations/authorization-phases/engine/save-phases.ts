import { oneOf } from "#domain/query/condition.ts";
import type { PhaseResource } from "#domain/requests/phase-resources.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { checkPhases, type CheckedPhase } from "./check-phases.ts";
import type { PhaseInput } from "./phases-input.ts";

/**
 * Gives something its authorization phases in the place of those that it has. A phase of the same number stays the same phase: requests
 * under way take its rule when they come to it.
 * @throws TARGET_PHASE_INVALID, LIMIT_EXCEEDED
 */
export async function savePhases(
  context: CallContext,
  resource: PhaseResource,
  given: readonly PhaseInput[],
): Promise<void> {
  const phases = await checkPhases(context, given);
  const known = await context.store.select("authorizationPhases", { where: { ...resource } });
  const kept = new Set(phases.map(({ sequence }) => sequence));
  await removeAuthorizers(context, known);
  for (const { key, sequence } of known)
    if (!kept.has(sequence)) await context.store.remove("authorizationPhases", key);
  for (const phase of phases)
    await savePhase(context, resource, {
      ...phase,
      key: known.find(({ sequence }) => sequence === phase.sequence)?.key,
    });
}

/** Removes the authorization phases of something; requests under way go on with those that they have planned. */
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
      ...{ key: ids.guid(), authorizationPhaseKey: key },
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
