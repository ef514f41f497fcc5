import type { KitRule } from "./rule.ts";
import { addressRules } from "./rules/address.ts";
import { changeRules } from "./rules/changes.ts";
import { commandRules } from "./rules/commands.ts";
import { connectionRules } from "./rules/connections.ts";
import { discoveryRules } from "./rules/discovery.ts";
import { errorRules } from "./rules/errors.ts";
import { groupRules } from "./rules/groups.ts";
import { guardRules } from "./rules/guarded-attributes.ts";
import { listingRules } from "./rules/listings.ts";
import { nameRules } from "./rules/names.ts";
import { objectRules } from "./rules/objects.ts";
import { passwordRules } from "./rules/passwords.ts";
import { sessionRules } from "./rules/sessions.ts";
import { sideEffectRules } from "./rules/side-effects.ts";

/** Every rule of the contract that can be checked from outside, in the order in which they are run. */
export const kitRules: readonly KitRule[] = [
  ...addressRules,
  ...sessionRules,
  ...connectionRules,
  ...objectRules,
  ...nameRules,
  ...guardRules,
  ...sideEffectRules,
  ...listingRules,
  ...discoveryRules,
  ...changeRules,
  ...passwordRules,
  ...commandRules,
  ...groupRules,
  ...errorRules,
];
