import { Secret } from "#connectors/contract/index.ts";
import { introspect } from "#operations/identity/introspect.ts";
import { revoke } from "#operations/identity/revoke.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import type { RouteAnswer, RouteCall } from "../route.ts";
import { clientOf, type Form, requiredField } from "./client-credentials.ts";
import { tokenHeaders } from "./oauth-errors.ts";

/** Answers a revocation (RFC 7009): 200 whether or not there was such a token, once it is certainly invalid. */
export async function answerRevocation(call: RouteCall): Promise<RouteAnswer> {
  await invoke(revoke, call.context, call.caller, aboutToken(call));
  return { status: 200, headers: tokenHeaders };
}

/** Answers an introspection (RFC 7662): the state of a token at this moment. */
export async function answerIntrospection(call: RouteCall): Promise<RouteAnswer> {
  const body = await invoke(introspect, call.context, call.caller, aboutToken(call));
  return { status: 200, headers: tokenHeaders, body };
}

// The hint token_type_hint is not needed: both kinds differ in their form.
function aboutToken(call: RouteCall) {
  const form = call.body as Form;
  return { ...clientOf(call, form), token: new Secret(requiredField(form, "token")) };
}
