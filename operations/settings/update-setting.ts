import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { SettingValue } from "#domain/setting-origins.ts";
import { mailChangeProblems } from "#platform/settings/mail-problems.ts";
import { notStorable } from "#platform/settings/setting-definition.ts";
import { unknownSetting } from "#platform/settings/setting-flags.ts";
import { settingTable } from "#platform/settings/setting-table.ts";
import {
  readValue,
  type ReadValue,
  type SettingKey,
  settingNamed,
  shownValue,
  waitingProblem,
} from "#platform/settings/setting-values.ts";
import type { Save } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { guardSignInTarget } from "../target-systems/engine/guard-way.ts";
import { sealedAt } from "./engine/stored-settings.ts";

const textMaxCharacters = 2048;

/**
 * Stores the value of a setting; null deletes the stored value, and without a value it stays unchanged. A setting that applies at once is
 * active in this process before the caller is answered, and in the others when they learn of it. A change of the target system for sign-in
 * needs its own policy.
 * @throws NOT_FOUND, FORBIDDEN, SETTING_NOT_STORED, SETTING_VALUE_INVALID, NOT_SUPPORTED
 */
export const updateSetting = defineOperation({
  name: "settings.update",
  input: z.strictObject({
    key: z.string(),
    value: z
      .union([z.boolean(), z.number(), z.string().max(textMaxCharacters), z.null()], {
        error: "must be a text, a number, true, false, or null",
      })
      .optional(),
  }),
  callers: ["user", "engine"],
  policies: policiesOfChange("update", "settings"),
  audit: { operation: "ACPS", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, value }) {
    const { name, ...change } = storable(context, key, value);
    if (context.caller.kind === "user") await lockedRow(context, { table: "settings", key: name });
    if (typeof value === "string" && name === settingTable.signInTarget.name && value !== context.settings.signInTarget)
      await guardSignInTarget(context, value);
    return context.store.save("settings", { name, ...change });
  },
  settle: takeInSettings,
});

function storable(context: CallContext, key: string, value: SettingValue | undefined): Save<"settings"> {
  const found = settingNamed(key);
  if (found === undefined) throw new ServiceError("NOT_FOUND", { target: "settings", message: unknownSetting(key) });
  const { definition } = found;
  const { name } = definition;
  if (value === undefined) return { name };
  const refusal = notStorable(definition);
  if (refusal !== undefined) throw new ServiceError("SETTING_NOT_STORED", { target: name, message: refusal });
  if (value === null) {
    checkTogether(context, found, readValue(definition, definition.default));
    return { name, storedValue: null, secretValue: null };
  }
  const read = readValue(definition, value);
  if ("problem" in read)
    throw new ServiceError("SETTING_VALUE_INVALID", { target: "value", message: `${name} ${read.problem}.` });
  const waiting = waitingProblem(definition, value);
  if (waiting !== undefined)
    throw new ServiceError("NOT_SUPPORTED", { target: "value", message: `${name} ${waiting}.` });
  checkTogether(context, found, read);
  const secretValue = read.value instanceof Secret ? context.store.seal(read.value, sealedAt(name)) : null;
  return { name, storedValue: shownValue(read.value), secretValue };
}

/** Checks settings that belong together, if the stored values are active here. */
function checkTogether({ settings }: CallContext, { key }: { readonly key: SettingKey }, read: ReadValue): void {
  if (!("value" in read) || !["stored", "default"].includes(settings.origins[key])) return;
  const [problem] = mailChangeProblems(settings, { ...settings, [key]: read.value });
  if (problem !== undefined) throw new ServiceError("SETTING_VALUE_INVALID", { target: "value", message: problem });
}

/** Reloads a committed change of settings in this process. */
async function takeInSettings({ reloadSettings, log }: CallContext): Promise<void> {
  try {
    await reloadSettings?.();
  } catch (error) {
    // The change is committed; what follows the change log loads it as soon as the database answers again.
    log.error({ err: error }, "The changed settings could not be loaded yet.");
  }
}
