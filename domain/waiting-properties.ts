import type { JsonValue } from "./json.ts";

/** A property that can be read and sent, but supports only some values yet. */
export interface WaitingProperty {
  /** Set of resources, or the navigation below one. */
  readonly resource: "targetSystems" | "credentials" | "attributeDefinitions" | "targetGroups";
  readonly property: string;
  /** Supported values, the initial one first. */
  readonly honoured: readonly [JsonValue, ...JsonValue[]];
  /** Value that is not supported yet. */
  readonly waiting: JsonValue;
  /** Missing part, in words that follow "waits for". */
  readonly waitsFor: string;
}

const mandatory = { waitsFor: "roles, which say what accounts a user must have" };
const runAs = { waitsFor: "programs that connectors run under another login" };
const passwords = { waitsFor: "passwords that are kept the same, or apart, on several target systems" };
const off = { honoured: [false], waiting: true } as const;
const copied = { honoured: ["ignore", "set"], waiting: "copy" } as const;
const template = { waitsFor: "template accounts, from which values are copied" };

/** Properties with values that are not supported yet; setting one of those is refused instead of ignored. */
export const waitingProperties: readonly WaitingProperty[] = [
  { resource: "targetSystems", property: "userAccountsMandatory", ...off, ...mandatory },
  { resource: "credentials", property: "runAs", ...off, ...runAs },
  { resource: "attributeDefinitions", property: "actionOnCreate", ...copied, ...template },
  { resource: "attributeDefinitions", property: "actionOnUpdate", ...copied, ...template },
  { resource: "targetGroups", property: "syncPasswords", ...off, ...passwords },
  { resource: "targetGroups", property: "uniquePasswords", ...off, ...passwords },
  {
    resource: "targetGroups",
    property: "passwordChangeRestriction",
    honoured: ["anyNumber"],
    waiting: "oneAccount",
    ...passwords,
  },
];

/** Returns the first property with a value that is not supported yet; undefined if there is none. */
export function firstWaiting(
  resource: WaitingProperty["resource"],
  given: Readonly<Record<string, unknown>>,
): WaitingProperty | undefined {
  return waitingProperties.find(
    (row) =>
      row.resource === resource &&
      given[row.property] !== undefined &&
      !row.honoured.includes(given[row.property] as JsonValue),
  );
}
