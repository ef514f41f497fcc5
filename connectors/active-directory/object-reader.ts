import type { Entry } from "ldapts";

import { ConnectorError, type ObjectState, type Scalar, type TargetObject } from "#connectors/contract/index.ts";
import { fromWire, isSecretAttribute, textsOf } from "#connectors/ldap-client/values.ts";

import { type ActiveDirectoryOptions, namingAttribute, type ObjectKind } from "./address.ts";
import { idAttribute } from "./entries.ts";
import { guidToText, sidToText } from "./identifiers.ts";
import { accountControlAttribute, computedControlAttribute, expiryAttribute, stateFrom } from "./state.ts";

const asText: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  objectguid: guidToText,
  objectsid: sidToText,
};

/** What is read. */
export interface ReaderOptions {
  readonly options: ActiveDirectoryOptions;
  readonly kind: ObjectKind;
  /** Absent = the allow-list of the target. */
  readonly wanted?: readonly string[] | undefined;
}

/**
 * Makes the function that turns entries into objects.
 * @throws config from that function, when an entry shows no id
 */
export function createReader({ options, kind, wanted }: ReaderOptions): (entry: Entry) => TargetObject {
  const names = (wanted ?? kind.readable).filter((name) => name.toLowerCase() !== "dn" && !isSecretAttribute(name));
  const shown = new Map(names.map((name) => [name.toLowerCase(), name]));
  const marker = options.markerAttribute;
  return (entry) => {
    const attributes: Record<string, readonly Scalar[]> = { dn: [entry.dn] };
    for (const name in entry) {
      const label = shown.get(name.toLowerCase());
      const values = label === undefined ? [] : valuesOf(entry, name);
      if (label !== undefined && values.length > 0) attributes[label] = values;
    }
    const createdBy = marker === undefined ? undefined : textsOf(entry, marker)[0];
    return {
      id: idOf(entry),
      name: nameOf(entry),
      type: kind.type,
      attributes,
      ...(kind.type === "account" && { state: stateOf(entry) }),
      ...(createdBy !== undefined && { createdBy }),
    };
  };
}

/** The immutable id of an entry. */
export function idOf(entry: Entry): string {
  const [id] = fromWire(entry[idAttribute]);
  if (!(id instanceof Uint8Array))
    throw new ConnectorError("config", `The entry ${entry.dn} shows no ${idAttribute}; the administrator must see it.`);
  return guidToText(id);
}

/** The login name of an entry. */
export function nameOf(entry: Entry): string {
  return textsOf(entry, namingAttribute)[0] ?? "";
}

function stateOf(entry: Entry): ObjectState {
  const [control] = textsOf(entry, accountControlAttribute);
  const [computed] = textsOf(entry, computedControlAttribute);
  const [expires] = textsOf(entry, expiryAttribute);
  return stateFrom({ control, computed, expires });
}

function valuesOf(entry: Entry, name: string): readonly Scalar[] {
  const write = asText[name.toLowerCase()];
  const values = fromWire(entry[name]);
  return write === undefined ? values : values.map((value) => (typeof value === "string" ? value : write(value)));
}
