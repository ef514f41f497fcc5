import { leaverStepNames, leaverSteps, leaverStepStates } from "../identity/leaver-steps.ts";
import { guid, integer, oneOf, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { resource, unique } from "./format/resource.ts";

const stepsInWords = leaverStepNames.map((name) => `${name}: ${leaverSteps[name]}`).join("; ");

/** Steps of what happens when people leave; one row for each person and step. */
export const leavingSteps = resource("leavingSteps", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "LeavingStep", key: "leavingStepKey" },
  properties: {
    key: guid().policy().shown("Key of the step."),
    userKey: guid().policy().shown("Key of the person who leaves."),
    step: oneOf(leaverStepNames).shown(`Name of the step. ${stepsInWords}.`),
    state: oneOf(leaverStepStates).shown(
      "State of the step: open until everything is done; stopped if the person returned before.",
    ),
    items: integer().initially(0).shown("Number of objects that the step has handled."),
    begunAt: time().shown("Time at which the person left."),
    requestKey: guid()
      .optional()
      .shown("Key of the request on whose approval the step waits; null if it waits for none."),
    doneAt: time().optional().shown("Time at which the step was done; null if it is not."),
  },
  relations: { user: one("users", "userKey") },
  indexes: [unique("olderClaim", "userKey", "step")],
  policies: { leavingStep: {} },
});
