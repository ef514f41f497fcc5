import { ModuleName } from "#domain/module-name.ts";
import type { CallOrigin } from "#operations/identity/engine/authenticate.ts";
import { anonymousCaller } from "#operations/kernel/callers.ts";
import type { Caller } from "#operations/kernel/context.ts";

import type { FoundSoFar } from "./call-state.ts";

/** Returns the origin of a call, whoever the caller is. */
export function originOf({ requestId, ip, place }: FoundSoFar): CallOrigin {
  const module = place?.module ?? ModuleName.Rest;
  return ip === undefined ? { module, requestId } : { module, requestId, ip };
}

/**
 * Returns the unauthenticated caller of a call, with a session ID of its own. Such a caller may name the call, but
 * never the session of someone else.
 */
export function strangerOf(state: FoundSoFar): Caller {
  return anonymousCaller({ ...originOf(state), sessid: state.services.ids.guid() });
}
