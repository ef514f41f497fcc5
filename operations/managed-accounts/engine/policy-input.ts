import { z } from "zod";

import {
  checkoutConcurrencyMax,
  checkoutExtensionsMax,
  checkoutMinutesMax,
  checkoutsPerDayMax,
  checkoutWarningMinutesMax,
  disclosurePluginsMax,
} from "#domain/checkout-limits.ts";
import { managementModes } from "#domain/discovery/management-mode.ts";
import { idMaxCharacters } from "#domain/limits.ts";
import {
  changeIntervalHoursMax,
  lockoutMinutesMax,
  lockoutTriesMax,
  managedDescriptionMaxCharacters,
  verifyShareMax,
} from "#domain/managed-account-limits.ts";
import { unacknowledgedWays } from "#domain/vault/acknowledgement.ts";
import { changeWindowRule, isChangeWindow } from "#domain/vault/change-window.ts";

import { momentInput } from "../../kernel/inputs/operation-input.ts";
import { filledText, newId } from "../../kernel/text-input.ts";

const upTo = (max: number) => z.int().min(0).max(max);
const windowRule = `must be ${changeWindowRule}`;

/** Fields of a managed system policy that can be changed. */
const changeable = {
  description: filledText(managedDescriptionMaxCharacters),
  managedByNode: filledText(idMaxCharacters),
  enabled: z.boolean(),
  changeIntervalHours: upTo(changeIntervalHoursMax),
  changeWindow: z.string().refine(isChangeWindow, windowRule).meta({ rule: windowRule }).nullable(),
  frozenUntil: momentInput.nullable(),
  passwordPolicyId: filledText(idMaxCharacters).nullable(),
  randomizeCheckedOut: z.boolean(),
  confirmWithoutVerify: z.boolean(),
  ifUnacknowledged: z.enum(unacknowledgedWays),
  lockoutTries: upTo(lockoutTriesMax),
  lockoutMinutes: upTo(lockoutMinutesMax),
  verifyShare: upTo(verifyShareMax),
  checkoutMaxMinutes: z.int().min(1).max(checkoutMinutesMax),
  concurrency: z.int().min(1).max(checkoutConcurrencyMax),
  randomizeOnCheckIn: z.boolean(),
  extensionsMax: upTo(checkoutExtensionsMax),
  warnMinutes: upTo(checkoutWarningMinutesMax),
  checkoutsPerDay: upTo(checkoutsPerDayMax),
  ticketPlugin: filledText(idMaxCharacters).nullable(),
  attended: z.boolean(),
  disclosurePlugins: z.array(filledText(idMaxCharacters)).max(disclosurePluginsMax),
};

const changes = z.strictObject(changeable).partial();

/** Changes of a managed system policy; its ID and its mode never change. */
export type PolicyChanges = z.output<typeof changes>;

/** Schema of a change by a caller. */
export const policyChanges = changes.extend({ key: z.string() });

/** Schema of a new policy by a caller; a missing field gets its initial value. */
export const newPolicy = changes.extend({
  id: newId,
  description: changeable.description,
  mode: z.enum(managementModes, { error: `must be one of ${managementModes.join(", ")}` }),
});
