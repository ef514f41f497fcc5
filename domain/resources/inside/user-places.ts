import { guid, text } from "../format/builders.ts";
import { resource } from "../format/resource.ts";

/** Places of people in the organization as they were last noticed: a difference from now is a move. */
export const userPlaces = resource("userPlaces", {
  class: "shared",
  holds: "data",
  key: "key",
  properties: {
    /** Key of the user. */
    key: guid(),
    managerKey: guid().optional(),
    department: text().optional(),
  },
  indexes: [],
});
