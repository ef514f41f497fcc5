import { idMaxCharacters } from "../limits.ts";
import { text, guid, oneOf, integer, flag } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { resource, unique } from "./format/resource.ts";

const valuesMax = 10_000;

/** Attributes of a target system's objects that are read and written, and their mappings. */
export const targetSystemAttributeDefinitions = resource("targetSystemAttributeDefinitions", {
  class: "shared",
  key: "key",
  entity: { type: "TargetSystemAttributeDefinition", key: "attributeDefinitionKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    targetSystemId: text().policy(),
    attribute: text()
      .given()
      .format("filled")
      .atMost(idMaxCharacters)
      .searched()
      .policy()
      .shown("The name of the attribute on the target."),
    discoveredObjectType: oneOf(["user", "group", "computer", "ou", "subscriber"])
      .given()
      .policy()
      .shown("Of which objects it is."),
    mappedAttribute: text()
      .optional()
      .given()
      .searched()
      .shown("The profile attribute of the owner from which its values are set; null = none."),
    type: oneOf(["string", "number", "boolean", "dateTime"])
      .initially("string")
      .given()
      .shown("What its values are; string by default."),
    actionOnCreate: oneOf(["ignore", "set", "copy"])
      .initially("ignore")
      .given()
      .shown("What happens with it when an object is created; ignore by default."),
    actionOnUpdate: oneOf(["ignore", "set", "copy"])
      .initially("ignore")
      .given()
      .shown("What happens with it when an object is changed; ignore by default."),
    sequence: integer().initially(0).given().atLeast(0).shown("Its place among the definitions; 0 by default."),
    minValues: integer()
      .initially(0)
      .given()
      .between(0, valuesMax)
      .shown("How many values it must have; 0 by default."),
    maxValues: integer().initially(1).given().between(1, valuesMax).shown("How many values it may have; 1 by default."),
    loadFromTarget: flag(true).given().shown("Whether a discovery loads it; true by default."),
    valueRegex: text(400)
      .optional()
      .given()
      .format("pattern")
      .shown("What each value must match, as a regular expression; null = anything."),
    mayGiveRights: flag(false)
      .given()
      .shown(
        "Whether requests may set it although its connector guards it: its values give rights, touch what belongs to others, or change a state that an option forbids. It then needs approval phases on the target system. False by default.",
      ),
  },
  relations: {
    targetSystem: one("targetSystems", "targetSystemId"),
  },
  indexes: [unique("targetSystemId", "discoveredObjectType", "attribute")],
  policies: {
    attributeDefinition: {},
  },
});
