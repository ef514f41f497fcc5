import { users } from "#domain/resources/users.ts";

import { momentInput } from "../../kernel/inputs/operation-input.ts";
import { inputOf } from "../../kernel/resource-input.ts";

/** Fields of a new user. */
export const newUser = inputOf(users, "create", {
  startsAt: momentInput.nullable().default(null),
  endsAt: momentInput.nullable().default(null),
});

/** Fields of a user that can be changed. */
export const changedUser = inputOf(users, "change", { startsAt: momentInput.nullish(), endsAt: momentInput.nullish() });
