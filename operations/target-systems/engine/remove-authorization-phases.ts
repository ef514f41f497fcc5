import type { CallContext } from "../../context.ts";

/** Removes the authorization phases of a target system; requests under way have copies of their own. */
export async function removeAuthorizationPhases({ store }: CallContext, targetSystemId: string): Promise<void> {
  for (const { key } of await store.select("authorizationPhases", { where: { targetSystemId } })) {
    const authorizers = await store.select("authorizationPhaseAuthorizers", { where: { authorizationPhaseKey: key } });
    for (const authorizer of authorizers) await store.remove("authorizationPhaseAuthorizers", authorizer.key);
    await store.remove("authorizationPhases", key);
  }
}
