import { ModuleName } from "#domain/module-name.ts";
import type { CallOrigin } from "#operations/identity/engine/authenticate.ts";
import { anonymousCaller } from "#operations/kernel/callers.ts";
import type { Caller } from "#operations/kernel/context.ts";

import type { FoundSoFar } from "./call-state.ts";

/** Where a call comes from, whoever makes it. */
export function originOf({ requestId, ip, place }: FoundSoFar): CallOrigin {
  const module = place?.module ?? ModuleName.Rest;
  return ip === undefined ? { module, requestId } : { module, requestId, ip };
}

/**
 * The caller of whom nothing is known. The session is that of the call: what a stranger sends may name the call, and never a
 * session of somebody else.
 */
export function strangerOf(state: FoundSoFar): Caller {
  return anonymousCaller({ ...originOf(state), sessid: state.services.ids.guid() });
}
