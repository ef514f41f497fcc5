import { text, json } from "../format/builders.ts";
import { resource } from "../format/resource.ts";

/** Settings that are stored. */
export const settings = resource("settings", {
  class: "shared",
  key: "name",
  properties: {
    name: text(),
    value: json(),
  },
});
