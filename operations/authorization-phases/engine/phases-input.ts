import { z } from "zod";

import { authorizationPhasesMax, authorizersMax } from "#domain/limits.ts";
import { authorizationPhaseAuthorizers, authorizationPhases } from "#domain/resources/authorization-phases.ts";

import { inputOf } from "../../kernel/resource-input.ts";
import { peopleNamed } from "./simple-rule.ts";

const authorizerRule = "must name one of userKey, userClass, managerLevels, groupOwners and plugin, and no two of them";

const authorizer = z
  .strictObject(inputOf(authorizationPhaseAuthorizers, "create"))
  .refine((given) => peopleNamed(given).length === 1, { message: authorizerRule })
  .meta({ rule: authorizerRule, typeName: "AuthorizerInput" });

/** Schema of the authorization phases of a resource. */
export const phasesInput = z
  .array(
    z
      .strictObject(
        inputOf(authorizationPhases, "create", { authorizers: z.array(authorizer).max(authorizersMax).default([]) }),
      )
      .meta({ typeName: "AuthorizationPhaseInput" }),
  )
  .max(authorizationPhasesMax);

/** Input of one authorization phase. */
export type PhaseInput = z.output<typeof phasesInput>[number];
