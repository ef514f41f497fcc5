import type { SettingValue } from "../../setting-origins.ts";
import { text, json } from "../format/builders.ts";
import { resource } from "../format/resource.ts";

/** What is stored of settings; null = nothing. */
export const settings = resource("settings", {
  class: "shared",
  key: "name",
  properties: {
    name: text(),
    storedValue: json<SettingValue>().optional(),
  },
});
