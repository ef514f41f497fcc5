import type { JsonValue } from "./json.ts";

/** A property that can be read and sent, and whose other values wait for a later part. */
export interface WaitingProperty {
  /** The set of resources, or the navigation below one. */
  readonly resource: "targetSystems" | "credentials" | "attributeDefinitions" | "targetGroups";
  readonly property: string;
  /** The values that are honoured today, the initial one first. */
  readonly honoured: readonly [JsonValue, ...JsonValue[]];
  /** One that is not. */
  readonly waiting: JsonValue;
  /** What is missing, in words that follow "waits for". */
  readonly waitsFor: string;
}

const template = "template accounts, from which values are copied";
const people = "people who are loaded from target systems";
const passwords = "passwords that are kept the same, or apart, on several target systems";

/** Every property of which some values wait for a later part; setting one of those is refused instead of forgotten. */
export const waitingProperties: readonly WaitingProperty[] = [
  {
    ...{ resource: "targetSystems", property: "sourceOfProfiles", honoured: [false], waiting: true },
    waitsFor: people,
  },
  {
    ...{ resource: "targetSystems", property: "userAccountsMandatory", honoured: [false], waiting: true },
    waitsFor: people,
  },
  {
    ...{ resource: "targetSystems", property: "createPrivilegeManagedSystem", honoured: [false], waiting: true },
    waitsFor: "privileged passwords under management",
  },
  {
    ...{ resource: "credentials", property: "runAs", honoured: [false], waiting: true },
    waitsFor: "programs that connectors run under another login",
  },
  {
    ...{ resource: "credentials", property: "managedAccountKey", honoured: [null] },
    waiting: "00000000-0000-4000-8000-000000000000",
    waitsFor: "privileged passwords under management",
  },
  {
    ...{ resource: "attributeDefinitions", property: "actionOnCreate", honoured: ["ignore", "set"], waiting: "copy" },
    waitsFor: template,
  },
  {
    ...{ resource: "attributeDefinitions", property: "actionOnUpdate", honoured: ["ignore", "set"], waiting: "copy" },
    waitsFor: template,
  },
  {
    ...{ resource: "targetGroups", property: "syncPasswords", honoured: [false], waiting: true },
    waitsFor: passwords,
  },
  {
    ...{ resource: "targetGroups", property: "uniquePasswords", honoured: [false], waiting: true },
    waitsFor: passwords,
  },
  {
    resource: "targetGroups",
    ...{ property: "passwordChangeRestriction", honoured: ["anyNumber"], waiting: "oneAccount" },
    waitsFor: passwords,
  },
];

/** What of a resource's properties is set to a value that waits for a later part, and what it waits for. */
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
