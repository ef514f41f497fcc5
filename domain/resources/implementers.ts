import { idMaxCharacters } from "../limits.ts";
import { implementedTypes } from "../requests/implemented.ts";
import { guid, oneOf, text } from "./format/builders.ts";
import { index, resource } from "./format/resource.ts";

/** Implementers of resources: the people to whom requested operations are offered as tasks. */
export const implementers = resource("implementers", {
  class: "shared",
  holds: "part",
  key: "key",
  properties: {
    key: guid(),
    resourceType: oneOf(implementedTypes),
    resourceKey: text(),
    userKey: guid()
      .optional()
      .given()
      .shown("Key of the implementer; null if another property names the implementers."),
    userClass: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .shown("User class whose members are implementers; null if another property names the implementers."),
    plugin: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .shown("Plug-in of the kind implementers that names the implementers; null if another property names them."),
  },
  indexes: [index("resourceType", "resourceKey"), index("userClass")],
});
