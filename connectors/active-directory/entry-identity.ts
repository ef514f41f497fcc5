import type { Entry } from "ldapts";

import { ConnectorError } from "#connectors/contract/index.ts";
import { fromWire, textsOf } from "#connectors/ldap-client/values.ts";

import { namingAttribute } from "./address.ts";
import { domainAndRidOf, guidToText, sidToText } from "./identifiers.ts";

/** Attribute with the immutable id of every object. */
export const idAttribute = "objectGUID";

/** Attribute with the security identifier of every account and group. */
export const sidAttribute = "objectSid";

/** Attributes that every search requests and whose values are bytes even if they look like text. */
export const binaryAttributes = [idAttribute, sidAttribute];

/** Returns the immutable id of an entry. */
export function idOf(entry: Entry): string {
  const [id] = fromWire(entry[idAttribute]);
  if (!(id instanceof Uint8Array))
    throw new ConnectorError("config", `The entry ${entry.dn} shows no ${idAttribute}; the administrator must see it.`);
  return guidToText(id);
}

/** Returns the login name of an entry, otherwise its `cn`. */
export function nameOf(entry: Entry): string {
  return textsOf(entry, namingAttribute)[0] ?? textsOf(entry, "cn")[0] ?? "";
}

/** Returns the security identifier of an entry as its domain and the number within it; undefined if it has none, or none of a domain. */
export function domainAndRidOfEntry(entry: Entry): ReturnType<typeof domainAndRidOf> {
  const [sid] = fromWire(entry[sidAttribute]);
  return sid instanceof Uint8Array ? domainAndRidOf(sidToText(sid)) : undefined;
}
