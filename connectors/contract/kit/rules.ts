import type { KitRule } from "./rule.ts";
import { addressRules } from "./rules/address.ts";
import { changeRules } from "./rules/changes.ts";
import { commandRules } from "./rules/commands.ts";
import { connectionRules } from "./rules/connections.ts";
import { discoveryRules } from "./rules/discovery.ts";
import { effortRules } from "./rules/efforts.ts";
import { errorRules } from "./rules/errors.ts";
import { freshnessRules } from "./rules/freshness.ts";
import { groupRules } from "./rules/groups.ts";
import { guardRules } from "./rules/guarded-attributes.ts";
import { interruptionRules } from "./rules/interruptions.ts";
import { listingRules } from "./rules/listings.ts";
import { nameRules } from "./rules/names.ts";
import { objectRules } from "./rules/objects.ts";
import { passwordRules } from "./rules/passwords.ts";
import { refusalRules } from "./rules/refusals.ts";
import { renameRules } from "./rules/renames.ts";
import { sessionRules } from "./rules/sessions.ts";
import { sideEffectRules } from "./rules/side-effects.ts";
import { endRules, stateRules } from "./rules/states.ts";
import { updateRules } from "./rules/updates.ts";
import { valueRules } from "./rules/values.ts";

/** Every rule of the contract that can be checked from outside, in the order of execution. */
export const kitRules: readonly KitRule[] = [
  ...addressRules,
  ...sessionRules,
  ...connectionRules,
  ...interruptionRules,
  ...objectRules,
  ...refusalRules,
  ...nameRules,
  ...updateRules,
  ...renameRules,
  ...guardRules,
  ...sideEffectRules,
  ...freshnessRules,
  ...listingRules,
  ...valueRules,
  ...discoveryRules,
  ...changeRules,
  ...passwordRules,
  ...stateRules,
  ...endRules,
  ...commandRules,
  ...groupRules,
  ...effortRules,
  ...errorRules,
];
