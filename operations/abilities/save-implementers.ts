import { ServiceError } from "#domain/errors.ts";
import type { ImplementedResource } from "#domain/requests/implemented.ts";

import type { CallContext } from "../kernel/context.ts";
import type { ImplementerInput } from "./implementers-input.ts";

/**
 * Replaces the implementers of a resource. Tasks that were offered before stay with their people.
 * @throws IMPLEMENTER_INVALID
 */
export async function saveImplementers(
  context: CallContext,
  resource: ImplementedResource,
  given: readonly ImplementerInput[],
): Promise<void> {
  const { store, ids } = context;
  for (const [index, implementer] of given.entries()) await checkName(context, implementer, `implementers.${index}`);
  const distinct = new Map(given.map((implementer) => [JSON.stringify(implementer), implementer]));
  for (const { key } of await store.select("implementers", { where: { ...resource } }))
    await store.remove("implementers", key);
  for (const implementer of distinct.values())
    await store.add("implementers", { ...implementer, ...resource, key: ids.guid() });
}

async function checkName({ store, plugins }: CallContext, one: ImplementerInput, at: string): Promise<void> {
  const { userKey, userClass, plugin } = one;
  if (userKey !== null && !(await store.get("users", userKey)))
    throw invalid(`${at}.userKey`, `no user has the key '${userKey}'. Look it up under /v2/users`);
  if (userClass !== null && !(await store.get("userClasses", userClass)))
    throw invalid(`${at}.userClass`, `no user class is named '${userClass}'. Look it up under /v2/userClasses`);
  if (plugin !== null && !plugins.has("implementers", plugin))
    throw invalid(`${at}.plugin`, `there is no plug-in '${plugin}' in PLUGIN_FOLDER. Put it there first`);
}

function invalid(target: string, reason: string): ServiceError {
  return new ServiceError("IMPLEMENTER_INVALID", { target, message: `${target}: ${reason}.` });
}
