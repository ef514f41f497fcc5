import { settingInForce } from "#platform/settings/describe-settings.ts";
import { notStorable, takesEffectOf, variableOf } from "#platform/settings/setting-definition.ts";
import { readValue, settingNamed, shownValue } from "#platform/settings/setting-values.ts";

import type { CallContext } from "../../kernel/context.ts";

type Values = Readonly<Record<string, unknown>>;

/** Adds to rows of settings their description, and their active values in this process. */
export async function attachInForce<R extends Values>(
  { settings }: Pick<CallContext, "settings">,
  rows: readonly R[],
): Promise<readonly (R & Values)[]> {
  return rows.map((row) => ({ ...row, ...inForce(settings, row) }));
}

function inForce(settings: CallContext["settings"], { name, storedValue = null }: Values): Values {
  const found = settingNamed(String(name));
  // Another version has stored it.
  if (found === undefined) return { ...nothing, variable: name, value: storedValue };
  const { key, definition } = found;
  const { value, origin } = settingInForce(settings, [key, definition]);
  const preset = readValue(definition, definition.default);
  return {
    variable: variableOf(definition),
    description: definition.description,
    type: definition.type,
    value,
    origin,
    defaultValue: "value" in preset ? shownValue(preset.value) : null,
    takesEffect: takesEffectOf(definition) ?? null,
    notStorable: notStorable(definition) ?? null,
    waitsFor: definition.waitsFor ?? null,
  };
}

const nothing = {
  description: "This version knows no setting of this name.",
  type: "",
  origin: "stored",
  defaultValue: null,
  takesEffect: null,
  notStorable: "This version knows no setting of this name.",
  waitsFor: null,
} as const;
