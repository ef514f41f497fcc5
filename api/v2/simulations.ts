import { guid, integer, list, oneOf, text } from "#domain/resources/format/builders.ts";
import { simulatedResourceTypes, simulatePhases } from "#operations/simulations/simulate-phases.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";
import { authorizationPhase } from "./authorization-phases.ts";
import { structure } from "./entity-type-of.ts";

const course = structure("AuthorizationCourse", {
  authorization: oneOf(["approved", "denied", "waiting"]).shown("Where it stands by what was said."),
  asked: {
    type: structure("AskedInPhase", { userKeys: list(guid()).shown("Keys of the people of the phase.") }),
    collection: true,
    description: "Whom it asks, of each phase that opens, in their order.",
  },
  waitsFor: list(guid()).shown("Keys of those for whom it waits."),
});

const changedRequest = structure("ChangedRequest", {
  requestKey: guid().shown("The request."),
  number: text().shown("Its number, for people."),
  was: { type: course, description: "How its authorization went, by its ledger." },
  would: { type: course, description: "How it would have gone." },
});

const { properties } = structure("Simulation", {
  resourceType: oneOf(simulatedResourceTypes).shown("What the phases are tried for."),
  resourceKey: text().shown("Its id or key."),
  phases: { type: authorizationPhase, collection: true, description: "The phases that are tried." },
  last: integer().optional().shown("How many of the latest requests are looked at; null = 100."),
});

/** Simulations: what authorization phases would have changed. They are made and answered, and not kept. */
export const simulations: EntitySet = {
  name: "simulations",
  type: entityType("Simulation", {
    key: { type: "Edm.Guid", access: "read", description: "Its key; none is kept." },
    ...properties,
  }),
  key: { parameter: "simulationKey", property: "key", kind: "guid" },
  create: {
    ...verb(simulatePhases),
    status: 200,
    result: structure("SimulationResult", {
      looked: integer().shown("How many requests were looked at."),
      untold: integer().shown("Of how many nothing can be said, because they have no whole ledger."),
      changed: {
        type: changedRequest,
        collection: true,
        description: "Those whose authorization would have gone otherwise, the latest first.",
      },
    }),
    example: {
      resourceType: "targetSystem",
      resourceKey: "DIRECTORY",
      phases: [{ sequence: 1, rule: "all(any(1, manager), veto(class('SECURITY')))" }],
    },
  },
};
