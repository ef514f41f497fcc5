import { settingOrigins, type SettingValue, takesEffect } from "../setting-origins.ts";
import { json, longText, oneOf, sealed, text } from "./format/builders.ts";
import { resource } from "./format/resource.ts";

/** Settings, a row for each. The process that answers adds the accepted values and the value in force. */
export const settings = resource("settings", {
  class: "shared",
  holds: "configuration",
  key: "name",
  entity: { type: "Setting", key: "settingName" },
  properties: {
    name: text()
      .searched()
      .policy()
      .shown("Name of the setting, as in the interface specification if it has one there."),
    variable: text().elsewhere().shown("Environment variable of the setting."),
    description: longText().elsewhere().shown("Effect of the setting."),
    type: text().elsewhere().shown("Type of the value, in words."),
    value: json()
      .elsewhere()
      .changed()
      .shown(
        "Value in the process that answers: true, false, a number, a text (a list with commas), or null. A value in a PATCH is saved; null resets the setting to its default.",
      ),
    origin: oneOf(settingOrigins).elsewhere().shown("Origin of the value: the first of these that has one."),
    storedValue: json<SettingValue>().optional().shown("Saved value for all processes; null if none."),
    /** Stored secret; `storedValue` only says that there is one. */
    secretValue: sealed().optional(),
    defaultValue: json().optional().elsewhere().shown("Default value; null if none."),
    takesEffect: oneOf(takesEffect)
      .optional()
      .elsewhere()
      .shown(
        "Time at which a saved value takes effect: at once, or when a process starts; null if the setting cannot be saved.",
      ),
    notStorable: longText()
      .optional()
      .elsewhere()
      .shown("Reason why the setting cannot be saved, and the alternative; null if it can."),
    waitsFor: text()
      .optional()
      .elsewhere()
      .shown("Missing feature without which the setting has no effect; null if none."),
  },
  policies: {
    setting: {},
  },
});
