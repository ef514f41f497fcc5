import { settingOrigins, type SettingValue, takesEffect } from "../setting-origins.ts";
import { json, longText, oneOf, sealed, text } from "./format/builders.ts";
import { resource } from "./format/resource.ts";

/** Settings, a row for each. The process that answers adds the accepted values and the value in force. */
export const settings = resource("settings", {
  class: "shared",
  key: "name",
  entity: { type: "Setting", key: "settingName" },
  properties: {
    name: text().searched().policy().shown("Its name: that of the interface specification where it has one."),
    variable: text().elsewhere().shown("The variable of the environment that gives it."),
    description: longText().elsewhere().shown("What it does."),
    type: text().elsewhere().shown("What it takes, in words."),
    value: json()
      .elsewhere()
      .changed()
      .shown(
        "Its value in the process that answers: true, false, a number, a text (a list with commas), or null. A value that is given is stored; null takes away what is stored.",
      ),
    origin: oneOf(settingOrigins).elsewhere().shown("Where that value comes from: the first of these that gives one."),
    storedValue: json<SettingValue>().optional().shown("What is stored for all processes; null = nothing."),
    /** Stored secret; `storedValue` only says that there is one. */
    secretValue: sealed().optional(),
    defaultValue: json().optional().elsewhere().shown("Its value where nobody gives one; null = none."),
    takesEffect: oneOf(takesEffect)
      .optional()
      .elsewhere()
      .shown("When a stored value acts: at once, or as a process starts; null = none can be stored."),
    notStorable: longText().optional().elsewhere().shown("Why it cannot be stored, and the way out; null = it can."),
    waitsFor: text().optional().elsewhere().shown("What is missing before anything reads it; null = nothing is."),
  },
  policies: {
    setting: {},
  },
});
