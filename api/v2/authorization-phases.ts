import { authorizationPhaseAuthorizers, authorizationPhases } from "#domain/resources/authorization-phases.ts";

import { valueTypeOf } from "./entity-type-of.ts";

const authorizer = valueTypeOf(authorizationPhaseAuthorizers, "Authorizer");

/** An authorization phase of a target system or a group, with its authorizers. */
export const authorizationPhase = valueTypeOf(authorizationPhases, "AuthorizationPhase", {
  authorizers: { type: authorizer, collection: true, description: "Authorizers, if no rule is given." },
});
