import { idMaxCharacters } from "../limits.ts";
import { text, guid, oneOf, integer, flag } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { resource, unique } from "./format/resource.ts";

const valuesMax = 10_000;

/** Attributes of a target system's objects that are read and written, and their mappings. */
export const targetSystemAttributeDefinitions = resource("targetSystemAttributeDefinitions", {
  class: "shared",
  holds: "configuration",
  knownBy: ["discoveredObjectType", "attribute"],
  key: "key",
  entity: { type: "TargetSystemAttributeDefinition", key: "attributeDefinitionKey" },
  properties: {
    key: guid().policy().shown("Key of the attribute definition."),
    targetSystemId: text().policy(),
    attribute: text()
      .given()
      .format("filled")
      .atMost(idMaxCharacters)
      .searched()
      .policy()
      .shown("Name of the attribute on the target system."),
    discoveredObjectType: oneOf(["user", "group", "computer", "ou", "subscriber"])
      .given()
      .policy()
      .shown("Type of the objects that have the attribute."),
    mappedAttribute: text()
      .optional()
      .given()
      .searched()
      .shown("Profile attribute of the owner from which the values are set; null if none."),
    type: oneOf(["string", "number", "boolean", "dateTime"])
      .initially("string")
      .given()
      .shown("Type of the values; string by default."),
    actionOnCreate: oneOf(["ignore", "set", "copy"])
      .initially("ignore")
      .given()
      .shown("Action on the attribute when an object is created; ignore by default."),
    actionOnUpdate: oneOf(["ignore", "set", "copy"])
      .initially("ignore")
      .given()
      .shown("Action on the attribute when an object is changed; ignore by default."),
    sequence: integer().initially(0).given().atLeast(0).shown("Position among the definitions; 0 by default."),
    minValues: integer().initially(0).given().between(0, valuesMax).shown("Minimum number of values; 0 by default."),
    maxValues: integer().initially(1).given().between(1, valuesMax).shown("Maximum number of values; 1 by default."),
    loadFromTarget: flag(true).given().shown("True if discoveries load the attribute; true by default."),
    valueRegex: text(400)
      .optional()
      .given()
      .format("pattern")
      .shown("Regular expression that each value must match; null for any value."),
    mayGiveRights: flag(false)
      .given()
      .shown(
        "True if requests may set the attribute although its connector guards it: its values grant rights, affect other objects, or change a state that an option forbids. The target system then needs approval phases. False by default.",
      ),
  },
  relations: {
    targetSystem: one("targetSystems", "targetSystemId"),
  },
  indexes: [unique("olderClaim", "targetSystemId", "discoveredObjectType", "attribute")],
  policies: {
    attributeDefinition: {},
  },
});
