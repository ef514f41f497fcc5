import { simulatedResourceTypes } from "#domain/requests/phase-resources.ts";
import { guid, integer, list, oneOf, text } from "#domain/resources/format/builders.ts";
import { simulatePhases } from "#operations/simulations/simulate-phases.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";
import { authorizationPhase } from "./authorization-phases.ts";
import { structure } from "./entity-type-of.ts";

const course = structure("AuthorizationCourse", {
  authorization: oneOf(["approved", "denied", "waiting"]).shown("Result of the recorded decisions."),
  asked: {
    type: structure("AskedInPhase", { userKeys: list(guid()).shown("Keys of the people of the phase.") }),
    collection: true,
    description: "Authorizers of each phase that opens, in order.",
  },
  waitsFor: list(guid()).shown("Keys of those for whom it waits."),
});

const changedRequest = structure("ChangedRequest", {
  requestKey: guid().shown("The request."),
  number: text().shown("Number of the request."),
  was: { type: course, description: "Course of the authorization according to the ledger." },
  would: { type: course, description: "Course of the authorization with the other phases." },
});

const { properties } = structure("Simulation", {
  resourceType: oneOf(simulatedResourceTypes).shown("Type of the resource whose phases are simulated."),
  resourceKey: text().shown("Id or key of the resource."),
  phases: { type: authorizationPhase, collection: true, description: "The phases that are tried." },
  last: integer().optional().shown("Number of the latest requests to simulate; null for 100."),
});

/** Simulations: what authorization phases would have changed. They are made and answered, and not kept. */
export const simulations: EntitySet = {
  name: "simulations",
  type: entityType("Simulation", {
    key: { type: "Edm.Guid", access: "read", description: "Key of the simulation, which is not saved." },
    ...properties,
  }),
  key: { parameter: "simulationKey", property: "key", kind: "guid" },
  create: {
    ...verb(simulatePhases),
    status: 200,
    result: structure("SimulationResult", {
      looked: integer().shown("Number of simulated requests."),
      untold: integer().shown("Number of requests that cannot be simulated, because their ledger is incomplete."),
      changed: {
        type: changedRequest,
        collection: true,
        description: "Requests with another course of the authorization, the latest first.",
      },
    }),
    example: {
      resourceType: "targetSystem",
      resourceKey: "DIRECTORY",
      phases: [{ sequence: 1, rule: "all(any(1, manager), veto(class('SECURITY')))" }],
    },
  },
};
