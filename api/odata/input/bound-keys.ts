import { ServiceError } from "#domain/errors.ts";
import { nearestName } from "#domain/nearest-name.ts";

import { parseSegment } from "../../path.ts";
import type { EntitySet, Navigation } from "../entity-set.ts";
import type { Model } from "../model/model.ts";
import { navigationNamed } from "../model/model.ts";
import { propertyNamed } from "../model/types.ts";
import { checkedKey } from "../path/resolve.ts";
import type { Property } from "../structured-type.ts";
import { unfit } from "./unfit.ts";

/** Context in which references in a body are read. */
export interface BindingRoom {
  readonly model: Model;
  /** The set of the entity; null for the parameters of an action. */
  readonly set: EntitySet | null;
  /** Purpose of the body. `change`: the entity exists, and its key and other fixed properties are ignored. */
  readonly purpose: "create" | "change" | "call";
  /** Addresses of the service root that a reference may begin with. */
  readonly roots: readonly string[];
}

/**
 * Returns the reference in a value of a to-one navigation, as OData 4.01 writes it: null, or an object with an id
 * alone. Undefined if the value is none.
 */
export function referenceIn(value: unknown, name: string, set: EntitySet | null): string | null | undefined {
  const navigation = set === null ? undefined : navigationNamed(set, name);
  if (navigation === undefined || navigation.many) return undefined;
  if (value === null) return null;
  if (typeof value !== "object") return undefined;
  const [first, ...others] = Object.entries(value);
  const isReference = first !== undefined && others.length === 0 && /^@(?:odata\.)?id$/.test(first[0]);
  return isReference ? String(first[1]) : undefined;
}

/**
 * Returns the property that a reference sets, and the key of the entity that it names; null for no entity.
 * @throws INPUT_INVALID
 */
export function boundKey(
  name: string,
  value: unknown,
  room: BindingRoom,
): { readonly property: string; readonly key: string | null } {
  const { set } = room;
  const navigation = set === null ? undefined : navigationNamed(set, name);
  if (set === null || navigation === undefined) throw unknown(name, set);
  const property = navigation.constraint;
  if (navigation.many || property === undefined) {
    throw refused(name, `'${name}' cannot be set by a reference. Use an address of its own.`);
  }
  const declared = propertyNamed(set.type, property);
  if (declared === undefined || isFixed(property, declared, room)) {
    throw refused(name, `'${property}' cannot be changed. Leave the reference out.`);
  }
  const written = typeof value === "object" && value !== null ? referenceIn(value, name, set) : value;
  if (written === null && declared.nullable) return { property, key: null };
  return { property, key: keyIn(written, { navigation, name, room }) };
}

/** Reports whether a body cannot set the property. */
export function isFixed(name: string, { access, immutable }: Property, { set, purpose }: BindingRoom): boolean {
  if (access === "read") return true;
  return purpose === "change" && (immutable === true || name === set?.key.property);
}

function keyIn(
  written: unknown,
  { navigation, name, room }: { readonly navigation: Navigation; readonly name: string; readonly room: BindingRoom },
): string {
  const target = navigation.target();
  const example = `${target.name}(${target.key.kind === "guid" ? "…" : "'…'"})`;
  const rule = `must be the address of one entity of '${target.name}': ${example}.`;
  if (typeof written !== "string") throw refused(name, rule);
  const root = room.roots.find((one) => written.startsWith(`${one}/`));
  const path = root === undefined ? written : written.slice(root.length + 1);
  if (path.includes("/")) throw refused(name, rule);
  try {
    const { name: segment, key, keyName } = parseSegment(path);
    if (key === undefined || room.model.setNamed(segment) !== target) throw refused(name, rule);
    return checkedKey(target.key, key, keyName);
  } catch (error) {
    throw error instanceof ServiceError && error.code === "INPUT_INVALID" ? error : refused(name, rule);
  }
}

function unknown(name: string, set: EntitySet | null): ServiceError {
  const nearest = nearestName(name, set?.navigation?.map((navigation) => navigation.name) ?? []);
  const hint = nearest === undefined ? "Look at $metadata." : `Did you mean '${nearest}'?`;
  return refused(name, `there is no navigation '${name.slice(0, 100)}' here. ${hint}`);
}

function refused(name: string, rule: string): ServiceError {
  return unfit(`${name.slice(0, 100)}@odata.bind`, rule);
}
