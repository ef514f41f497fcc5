import type { TargetSystemAttributeDefinition } from "../../api/model.ts";

/** An attribute definition as it is entered and sent. */
export type EnteredDefinition = Omit<TargetSystemAttributeDefinition, "key" | "lastUpdatedModule" | "lastUpdatedNode">;

/** Initial values of a definition, equal to the service's defaults. */
export const newDefinition: EnteredDefinition = {
  attribute: "",
  discoveredObjectType: "user",
  mappedAttribute: null,
  type: "string",
  actionOnCreate: "ignore",
  actionOnUpdate: "ignore",
  sequence: 0,
  minValues: 0,
  maxValues: 1,
  loadFromTarget: true,
  valueRegex: null,
  mayGiveRights: false,
};

/** Input of each property of a definition; the choices are the supported values. */
export const definitionFields = [
  { name: "attribute", is: "text" },
  { name: "discoveredObjectType", is: "choice", values: ["user", "group", "computer", "ou", "subscriber"] },
  { name: "type", is: "choice", values: ["string", "number", "boolean", "dateTime"] },
  { name: "minValues", is: "number" },
  { name: "maxValues", is: "number" },
  { name: "valueRegex", is: "text" },
  { name: "mappedAttribute", is: "text" },
  { name: "actionOnCreate", is: "choice", values: ["ignore", "set"] },
  { name: "actionOnUpdate", is: "choice", values: ["ignore", "set"] },
  { name: "sequence", is: "number" },
  { name: "loadFromTarget", is: "flag" },
  { name: "mayGiveRights", is: "flag" },
] as const satisfies readonly {
  readonly name: keyof EnteredDefinition;
  readonly is: "text" | "choice" | "number" | "flag";
  readonly values?: readonly string[];
}[];

const numbers = { sequence: 0, minValues: 0, maxValues: 1 } as const;

/** Returns the body of an entered definition: an empty text is sent as null, an empty number as the service's default. */
export function sentDefinition(entered: EnteredDefinition): EnteredDefinition {
  const filled = Object.entries(entered).map(([name, value]) => {
    if (name === "mappedAttribute" || name === "valueRegex") return [name, value === "" ? null : value];
    return [name, value ?? numbers[name as keyof typeof numbers]];
  });
  return Object.fromEntries(filled) as EnteredDefinition;
}
