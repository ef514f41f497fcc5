import type { JsonValue } from "./json.ts";

/** A property that can be read and sent, but supports only some values yet. */
export interface WaitingProperty {
  /** Set of resources, or the navigation below one. */
  readonly resource: "targetSystems" | "credentials" | "attributeDefinitions";
  readonly property: string;
  /** Supported values, the initial one first. */
  readonly honoured: readonly [JsonValue, ...JsonValue[]];
  /** Value that is not supported yet. */
  readonly waiting: JsonValue;
  /** Missing part, in words that follow "waits for". */
  readonly waitsFor: string;
}

const runAs = { waitsFor: "programs that connectors run under another login" };
const off = { honoured: [false], waiting: true } as const;
const copied = { honoured: ["ignore", "set"], waiting: "copy" } as const;
const template = { waitsFor: "template accounts, from which values are copied" };

/** Properties with values that are not supported yet; setting one of those is refused instead of ignored. */
export const waitingProperties: readonly WaitingProperty[] = [
  { resource: "credentials", property: "runAs", ...off, ...runAs },
  { resource: "attributeDefinitions", property: "actionOnCreate", ...copied, ...template },
  { resource: "attributeDefinitions", property: "actionOnUpdate", ...copied, ...template },
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
