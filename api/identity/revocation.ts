import { Secret } from "#connectors/contract/index.ts";
import { revoke } from "#operations/identity/revoke.ts";
import { invoke } from "#operations/invoke.ts";

import type { RouteAnswer, RouteCall } from "../route.ts";
import { clientOf, type Form, requiredField } from "./client-credentials.ts";
import { inOAuth } from "./oauth-errors.ts";

/** Answers a revocation (RFC 7009): 200 whether or not there was such a token, after it is certainly worth nothing. */
export function answerRevocation(call: RouteCall): Promise<RouteAnswer> {
  return inOAuth(call, async () => {
    const form = call.body as Form;
    const token = new Secret(requiredField(form, "token"));
    await invoke(revoke, call.context, call.caller, { ...clientOf(call, form), token });
    return { status: 200 };
  });
}
