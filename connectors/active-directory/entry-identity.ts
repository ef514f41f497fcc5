import type { Entry } from "ldapts";

import { ConnectorError } from "#connectors/contract/index.ts";
import { fromWire, textsOf } from "#connectors/ldap-client/values.ts";

import { namingAttribute } from "./address.ts";
import { domainAndRidOf, guidToText, sidToText } from "./identifiers.ts";

/** The immutable id of every object. */
export const idAttribute = "objectGUID";

/** The security identifier of every account and group. */
export const sidAttribute = "objectSid";

/** Attributes that every search of ours asks for and whose values are bytes, also where these happen to be text. */
export const binaryAttributes = [idAttribute, sidAttribute];

/** The immutable id of an entry. */
export function idOf(entry: Entry): string {
  const [id] = fromWire(entry[idAttribute]);
  if (!(id instanceof Uint8Array))
    throw new ConnectorError("config", `The entry ${entry.dn} shows no ${idAttribute}; the administrator must see it.`);
  return guidToText(id);
}

/** The login name of an entry; what has none is called as its DN calls it. */
export function nameOf(entry: Entry): string {
  return textsOf(entry, namingAttribute)[0] ?? textsOf(entry, "cn")[0] ?? "";
}

/** The security identifier of an entry as its domain and the number within it; undefined = it has none, or is of no domain. */
export function domainAndRidOfEntry(entry: Entry): ReturnType<typeof domainAndRidOf> {
  const [sid] = fromWire(entry[sidAttribute]);
  return sid instanceof Uint8Array ? domainAndRidOf(sidToText(sid)) : undefined;
}
