import type { Call } from "#connectors/contract/index.ts";

import { modelOf, requireKind } from "./model.ts";
import type { ScimKind, ScimModel } from "./service-model.ts";
import type { ScimSession } from "./session.ts";

/** A type of object of the service, with the context to work with it. */
export interface ResourceEndpoint {
  readonly session: ScimSession;
  readonly model: ScimModel;
  readonly kind: ScimKind;
  readonly signal: AbortSignal;
}

/**
 * Returns the endpoint of a type.
 * @throws notSupported for a type that the service does not have
 */
export async function endpointOf(
  session: ScimSession,
  type: string,
  { signal }: Pick<Call, "signal">,
): Promise<ResourceEndpoint> {
  const model = await modelOf(session, signal);
  return { session, model, kind: requireKind(model, type), signal };
}

/** Returns the path of one object. */
export function pathOf({ endpoint }: ScimKind, id: string): string {
  return `${endpoint}/${encodeURIComponent(id)}`;
}
