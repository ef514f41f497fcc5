import { guid, time } from "#domain/resources/format/builders.ts";
import { passwordBlocks as resource } from "#domain/resources/password-blocks.ts";
import { addPasswordBlock } from "#operations/password-blocks/add-password-block.ts";
import { liftPasswordBlock } from "#operations/password-blocks/lift-password-block.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

/** Blocks of password resets: the blocking records that a reset looks for. */
export const passwordBlocks = resourceSet(resource, {
  create: {
    ...verb(addPasswordBlock),
    status: 201,
    example: {
      userKey: "0d7c0f4e-0000-4000-8000-000000000001",
      reason: "a stranger has called in this name",
      endsAt: "2030-07-15T00:00:00Z",
    },
  },
  actions: {
    lift: action(liftPasswordBlock, {
      result: structure("LiftedPasswordBlock", {
        key: guid().shown("The block."),
        liftedAt: time().shown("Time at which it was lifted."),
      }),
    }),
  },
  ways: {
    user: { linked: "people" },
    account: "linked",
    createdBy: { linked: "people" },
  },
});
