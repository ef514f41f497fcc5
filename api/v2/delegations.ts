import { delegationStates } from "#domain/requests/delegation.ts";
import { delegations as resource } from "#domain/resources/delegations.ts";
import { guid, oneOf, text } from "#domain/resources/format/builders.ts";
import { addDelegation } from "#operations/delegations/add-delegation.ts";
import { acceptDelegation, endDelegationNow, refuseDelegation } from "#operations/delegations/change-delegations.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const changed = structure("DelegationState", {
  key: guid().shown("The delegation."),
  state: oneOf(delegationStates).shown("State of the delegation."),
});

const { properties: delegate } = structure("DelegateName", {
  delegateId: text()
    .optional()
    .shown("Exact id of the delegate, instead of delegateKey, which is then null or absent."),
});

/** Delegations of approvals from one user to another, with their times. */
export const delegations = resourceSet(resource, {
  properties: { delegatorKey: { nullable: true }, delegateKey: { nullable: true } },
  create: {
    ...verb(addDelegation),
    status: 201,
    parameters: delegate,
    example: {
      delegatorKey: null,
      delegateKey: "0d7c0f4e-0000-4000-8000-000000000001",
      beginsAt: "2030-07-01T00:00:00Z",
      endsAt: "2030-07-15T00:00:00Z",
      reason: "on holiday",
    },
  },
  actions: {
    accept: action(acceptDelegation, { result: changed }),
    refuse: action(refuseDelegation, { result: changed }),
    end: action(endDelegationNow, { result: changed }),
  },
  ways: {
    delegator: { linked: "people" },
    delegate: { linked: "people" },
  },
});
