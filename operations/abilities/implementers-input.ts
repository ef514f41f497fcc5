import { z } from "zod";

import { authorizersMax } from "#domain/limits.ts";
import { implementers } from "#domain/resources/implementers.ts";

import { inputOf } from "../kernel/resource-input.ts";

const oneRule = "must name one of userKey, userClass and plugin, and no two of them";

/** Schema of the implementers of a resource. */
export const implementersInput = z
  .array(
    z
      .strictObject(inputOf(implementers, "create"))
      .refine((given) => Object.values(given).filter((name) => name !== null).length === 1, { message: oneRule })
      .meta({ rule: oneRule, typeName: "ImplementerInput" }),
  )
  .max(authorizersMax);

/** Input of an implementer. */
export type ImplementerInput = z.output<typeof implementersInput>[number];
