import { calendarNameJudges, type CalendarNameJudges, calendarNameRules } from "../calendar/calendar-names.ts";
import { isSecretAttribute } from "../secret-attributes.ts";
import { type AttributeDefinition, valuesJudge } from "./attribute-definitions.ts";
import { profileTime, profileTimeRule } from "./profile-times.ts";

/** Profile attributes that are a text of the user, in the column of the same name. */
export const profileTexts = ["displayName", "timeZone", "calendar"] as const;
/** Profile attributes that are a time of the user, in the column of the same name. */
export const profileTimes = ["startsAt", "endsAt"] as const;
/** Profile attributes that lead to another user, with their columns; every other one is a list of values. */
export const profilePeople = { manager: "managerKey", sponsor: "sponsorKey" } as const;
/** Profile attribute that leads to another user. */
export type ProfilePerson = keyof typeof profilePeople;

/** Names of all profile attributes that are columns of the user. */
export const profileColumns: readonly string[] = [...profileTexts, ...profileTimes, ...Object.keys(profilePeople)];

/** An attribute definition of a source of profiles. */
export interface SourceDefinition extends AttributeDefinition {
  readonly key: string;
  readonly targetSystemId: string;
  readonly discoveredObjectType: string;
  readonly sequence: number;
  readonly loadFromTarget: boolean;
}

/** A profile attribute, and the attribute of a source's accounts from which it comes. */
export interface ProfileMapping {
  readonly definitionKey: string;
  readonly targetSystemId: string;
  /** Name of the attribute in lowercase, because names are compared without case. */
  readonly attribute: string;
  /** The profile attribute. */
  readonly name: string;
  /** True if new people of the source get the attribute. */
  readonly onCreate: boolean;
  /** True if known people get the attribute too. */
  readonly onUpdate: boolean;
  readonly minValues: number;
  readonly maxValues: number;
  /** Test of the values beside their number; undefined if every text fits. */
  readonly fits: ((values: readonly string[]) => boolean) | undefined;
  /** Rule of the profile attribute for the values, in words; undefined if it takes every text. */
  readonly rule: string | undefined;
}

/**
 * Returns the mappings of definitions from accounts of sources to profiles, in order of precedence. The first whose account has values that
 * fit gives the values. The ID of a person is not mapped: accounts find their owners by it. `calendars` are the known calendars by name.
 */
export function mappingsOf(
  definitions: readonly SourceDefinition[],
  calendars: Readonly<Record<string, unknown>>,
): readonly ProfileMapping[] {
  const judges = calendarNameJudges(calendars);
  return definitions
    .filter(isTaken)
    .toSorted((a, b) => a.sequence - b.sequence || compare(a.targetSystemId, b.targetSystemId) || compare(a.key, b.key))
    .map((definition) => ({
      definitionKey: definition.key,
      targetSystemId: definition.targetSystemId,
      attribute: definition.attribute.toLowerCase(),
      name: definition.mappedAttribute ?? "",
      onCreate: definition.actionOnCreate === "set",
      onUpdate: definition.actionOnUpdate === "set",
      minValues: definition.minValues,
      maxValues: definition.maxValues,
      ...judged(definition, judges),
    }));
}

function judged(definition: SourceDefinition, judges: CalendarNameJudges): Pick<ProfileMapping, "fits" | "rule"> {
  const fits = valuesJudge(definition);
  const name = definition.mappedAttribute;
  if (name === "startsAt" || name === "endsAt") {
    const isTime = (text: string) => profileTime(name, text) !== undefined;
    return { fits: (values) => values.every(isTime) && (fits?.(values) ?? true), rule: profileTimeRule };
  }
  if (name !== "timeZone" && name !== "calendar") return { fits, rule: undefined };
  const isName = (text: string) => text === "" || judges[name](text);
  return { fits: (values) => values.every(isName) && (fits?.(values) ?? true), rule: calendarNameRules[name] };
}

function isTaken(definition: SourceDefinition): boolean {
  const { discoveredObjectType, loadFromTarget, mappedAttribute, actionOnCreate, actionOnUpdate } = definition;
  if (discoveredObjectType !== "user" || !loadFromTarget || isSecretAttribute(definition.attribute)) return false;
  if (mappedAttribute === null || mappedAttribute === "id") return false;
  return actionOnCreate === "set" || actionOnUpdate === "set";
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
