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
import { changeWindowRule, isChangeWindow } from "#domain/vault/change-window.ts";

import { momentInput } from "../../kernel/inputs/operation-input.ts";
import { filledText, newId } from "../../kernel/text-input.ts";

const upTo = (max: number) => z.int().min(0).max(max);
const windowRule = `must be ${changeWindowRule}`;

/** What of a managed system policy can be said at any time. */
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

/** What is to be changed of a managed system policy; its id and its mode never are. */
export type PolicyChanges = z.output<typeof changes>;

/** Changes of a managed system policy as a caller gives them. */
export const policyChanges = changes.extend({ key: z.string() });

/** A new managed system policy as a caller gives it; what is left out has its initial value. */
export const newPolicy = changes.extend({
  id: newId,
  description: changeable.description,
  mode: z.enum(managementModes, { error: `must be one of ${managementModes.join(", ")}` }),
});
