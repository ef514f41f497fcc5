import { calendarNameJudges, type CalendarNameJudges, calendarNameRules } from "../calendar/calendar-names.ts";
import { isSecretAttribute } from "../secret-attributes.ts";
import { type AttributeDefinition, valuesJudge } from "./attribute-definitions.ts";

/** The profile attributes that are a text of the user, in the column of that name. */
export const profileTexts = ["displayName", "timeZone", "calendar"] as const;
/** The one that leads to another user; every other profile attribute is a list of values. */
export const profileManager = "manager";

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
  /** In small letters, as names of attributes are compared. */
  readonly attribute: string;
  /** The profile attribute. */
  readonly name: string;
  /** Whether people get it when the source makes them, and when they are there. */
  readonly onCreate: boolean;
  readonly onUpdate: boolean;
  readonly minValues: number;
  readonly maxValues: number;
  /** Judges values beside their number; undefined where every text fits. */
  readonly fits: ((values: readonly string[]) => boolean) | undefined;
  /** What the profile attribute asks of the values besides, in words; undefined where it takes every text. */
  readonly rule: string | undefined;
}

/**
 * What definitions take from the accounts of sources into profiles, in the order in which they are asked: the first whose account
 * has values that fit gives them. The id of a person is no attribute: it is by what accounts find their owners. `calendars` are those
 * by which people may work, by their names.
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
