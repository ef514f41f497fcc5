import type { Entry } from "ldapts";

import type { ObjectState, Scalar, TargetObject } from "#connectors/contract/index.ts";
import { withAllValues } from "#connectors/ldap-client/ranges.ts";
import { fromWire, isSecretAttribute, textsOf } from "#connectors/ldap-client/values.ts";

import type { ActiveDirectoryOptions, ObjectKind } from "./address.ts";
import { wantedAttributes } from "./entries.ts";
import { idOf, nameOf } from "./entry-identity.ts";
import { primaryGroupsOf } from "./primary-groups.ts";
import type { DomainSession } from "./session.ts";
import {
  accountControlAttribute,
  computedControlAttribute,
  expiryAttribute,
  lockAttribute,
  passwordExpiryAttribute,
  passwordSetAttribute,
  stateFrom,
} from "./state.ts";
import { baseOf, readValue, type ValueForms } from "./value-forms.ts";

const groupsAttribute = "memberof";

/** Attributes to request for objects of one kind, and the conversion of the entries found. */
export interface Reading {
  readonly attributes: readonly string[];
  /** Attributes among them whose values are bytes. */
  readonly binary: readonly string[];
  /**
   * Converts entries into objects with all values and their primary group.
   * @throws config if an entry shows no id
   */
  objectsOf(entries: readonly Entry[]): Promise<TargetObject[]>;
}

/** Makes the reading for objects of a kind; `wanted` defaults to the allow-list of the target. */
export async function readingOf(
  session: DomainSession,
  kind: ObjectKind,
  wanted?: readonly string[],
): Promise<Reading> {
  const { options, forms } = session;
  const attributes = wantedAttributes(options, kind, wanted);
  await forms.learn(session, attributes);
  const binary = forms.binary(attributes);
  const names = (wanted ?? kind.readable).filter((name) => name.toLowerCase() !== "dn" && !isSecretAttribute(name));
  const shown = new Map(names.map((name) => [name.toLowerCase(), name]));
  const showsGroups = kind.type === "account" && shown.has(groupsAttribute);
  return {
    attributes,
    binary,
    async objectsOf(entries) {
      const whole = await Promise.all(entries.map((entry) => withAllValues(session, entry, binary)));
      const groups = showsGroups ? await primaryGroupsOf(session, whole) : undefined;
      return whole.map((entry) => {
        const first = groups?.get(entry.dn);
        return objectOf(first === undefined ? entry : withGroup(entry, first), { options, kind, shown, forms });
      });
    },
  };
}

interface Shown {
  readonly options: ActiveDirectoryOptions;
  readonly kind: ObjectKind;
  /** Names to show by the names that a controller returns, in lower case. */
  readonly shown: ReadonlyMap<string, string>;
  readonly forms: ValueForms;
}

function objectOf(entry: Entry, { options, kind, shown, forms }: Shown): TargetObject {
  const attributes: Record<string, readonly Scalar[]> = { dn: [entry.dn] };
  for (const name in entry) {
    const label = shown.get(name.toLowerCase()) ?? shown.get(baseOf(name));
    if (label === undefined) continue;
    const values = fromWire(entry[name]).flatMap((value) => readValue(value, forms.of(name)) ?? []);
    if (values.length > 0) attributes[label] = values;
  }
  const marker = options.markerAttribute;
  const createdBy = marker === undefined ? undefined : textsOf(entry, marker)[0];
  return {
    id: idOf(entry),
    name: nameOf(entry),
    type: kind.type,
    attributes,
    ...(kind.type === "account" && { state: stateOf(entry) }),
    ...(createdBy !== undefined && { createdBy }),
  };
}

/** Returns the entry with a group added that is not in `memberOf`. */
function withGroup(entry: Entry, dn: string): Entry {
  const name = Object.keys(entry).find((candidate) => candidate.toLowerCase() === groupsAttribute) ?? "memberOf";
  return { ...entry, [name]: [...textsOf(entry, name), dn] };
}

function stateOf(entry: Entry): ObjectState {
  const first = (attribute: string) => textsOf(entry, attribute)[0];
  return stateFrom({
    control: first(accountControlAttribute),
    computed: first(computedControlAttribute),
    expires: first(expiryAttribute),
    passwordSet: first(passwordSetAttribute),
    passwordExpires: first(passwordExpiryAttribute),
    lockedAt: first(lockAttribute),
  });
}
