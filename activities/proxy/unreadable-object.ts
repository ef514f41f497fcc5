import type { Member, TargetObject } from "#connectors/contract/index.ts";
import type { DiscoveredItem } from "#domain/discovery/discovery.ts";
import { objectNameMaxCharacters, stableIdMaxCharacters } from "#domain/limits.ts";

type LeftOut = Extract<DiscoveredItem, { kind: "leftOut" }>;

/** Returns the item for an object that would make the API refuse its whole chunk; undefined if it can be sent. */
export function unreadable({ id, name, attributes }: TargetObject): LeftOut | undefined {
  const [ownId, ownName] = [fitting(id, stableIdMaxCharacters), fitting(name, objectNameMaxCharacters)];
  const leftOut = (why: string): LeftOut => ({
    kind: "leftOut",
    ...(ownId !== undefined && { id: ownId }),
    // An operator finds it on the target by one of the two.
    name: ownName ?? (textOf(name) || textOf(id) || "without a name"),
    why,
  });
  if (ownId === undefined) return leftOut(`its id ${mustBe(stableIdMaxCharacters)}`);
  if (ownName === undefined) return leftOut(`its name ${mustBe(objectNameMaxCharacters)}`);
  const unfit = Object.keys(attributes ?? {}).find((one) => fitting(one, objectNameMaxCharacters) === undefined);
  return unfit === undefined ? undefined : leftOut(`the name of an attribute ${mustBe(objectNameMaxCharacters)}`);
}

/** Returns true if a member can be sent: it has a name, and its ID fits if it has one. */
export function isReadableMember({ id, name }: Member): boolean {
  const hasName = fitting(name, objectNameMaxCharacters) !== undefined;
  return hasName && (id === undefined || fitting(id, stableIdMaxCharacters) !== undefined);
}

const mustBe = (charactersMax: number) => `must be a text of 1 to ${charactersMax} characters`;

function fitting(value: unknown, charactersMax: number): string | undefined {
  return typeof value === "string" && value.length > 0 && value.length <= charactersMax ? value : undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).slice(0, objectNameMaxCharacters) : "";
}
