import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../context.ts";
import { PhaseState } from "./authorize-request.ts";

type Authorizer = Pick<Row<"requestAuthorizers">, "userKey" | "veto" | "inputRequired">;

/**
 * Copies the authorization phases of target systems to a request, one after another, with user classes resolved to their
 * members of now. What is edited later does not change a request under way.
 */
export async function copyPhases(
  context: ServiceContext,
  requestKey: string,
  targetSystemKeys: readonly string[],
): Promise<void> {
  const { store, ids } = context;
  let sequence = 0;
  for (const targetSystemKey of targetSystemKeys) {
    const phases = await store.select("authorizationPhases", {
      where: { targetSystemId: targetSystemKey },
      orderBy: [["sequence", "asc"]],
    });
    for (const { key: authorizationPhaseKey, minApprovals, maxDenials } of phases) {
      const key = ids.guid();
      sequence += 1;
      await store.save("requestPhases", {
        key,
        requestKey,
        targetSystemKey,
        sequence,
        state: PhaseState.Pending,
        minApprovals,
        maxDenials,
      });
      for (const authorizer of await resolveAuthorizers(context, authorizationPhaseKey)) {
        await store.save("requestAuthorizers", { ...authorizer, key: ids.guid(), requestKey, requestPhaseKey: key });
      }
    }
  }
}

/** Everybody who may decide a phase, each once, with the flags of all the ways that lead to them. */
async function resolveAuthorizers({ store }: ServiceContext, authorizationPhaseKey: string): Promise<Authorizer[]> {
  const people = new Map<string, Authorizer>();
  for (const row of await store.select("authorizationPhaseAuthorizers", { where: { authorizationPhaseKey } })) {
    const members =
      row.userClass === null ? [] : await store.select("userClassMembers", { where: { userClassId: row.userClass } });
    const userKeys = [...(row.userKey === null ? [] : [row.userKey]), ...members.map(({ userKey }) => userKey)];
    for (const userKey of userKeys) {
      const before = people.get(userKey);
      people.set(userKey, {
        userKey,
        veto: row.veto || before?.veto === true,
        inputRequired: row.inputRequired || before?.inputRequired === true,
      });
    }
  }
  return [...people.values()];
}
