import { z } from "zod";

import type { JsonValue } from "#domain/json.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { requireHonoured } from "./engine/require-honoured.ts";
import { optionNamed, saveOption } from "./engine/save-option.ts";

const textMaxCharacters = 2048;

/**
 * Sets one option of a target system by its name; without a value it stays as it is.
 * @throws NOT_FOUND, OPTION_VALUE_INVALID, NOT_SUPPORTED
 */
export const updateOption = defineOperation({
  name: "targetSystems.updateOption",
  input: z.strictObject({
    targetSystemId: z.string(),
    key: z.string(),
    value: z
      .union([z.boolean(), z.string().max(textMaxCharacters), z.null()], {
        error: "must be true, false, a text or null",
      })
      .optional(),
  }),
  callers: ["user"],
  policies: policiesOfChange("update", "targetSystems/options"),
  audit: { operation: "ACPS", describe: ({ targetSystemId, key }) => ({ targetSystem: targetSystemId, ident: key }) },
  async run(context, { targetSystemId, key: name, value }) {
    // Locked, because a change on condition judges the options together with the target system.
    await lockedRow(context, { table: "targetSystems", key: targetSystemId });
    if (value === undefined) return optionNamed(context, targetSystemId, name);
    requireHonoured("targetSystems", { [name]: value }, "value");
    return saveOption(context, { targetSystemId, name, target: "value" }, value as JsonValue);
  },
});
