import { ConnectorError } from "#connectors/contract/index.ts";
import type { LdapConnection } from "#connectors/ldap-client/connection.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

const activeDirectory = "1.2.840.113556.1.4.800";
const asked = [
  "vendorName",
  "supportedCapabilities",
  "domainControllerFunctionality",
  "currentTime",
  "dsServiceName",
  "highestCommittedUSN",
  "defaultNamingContext",
  "schemaNamingContext",
  "configurationNamingContext",
] as const;

/** Facts from the root entry of a domain controller. */
export type RootEntry = Readonly<Partial<Record<(typeof asked)[number], string>>>;

/**
 * Reads the root entry.
 * @throws config if the server is not an Active Directory
 */
export async function readRoot(session: LdapConnection): Promise<RootEntry> {
  const root = await entryAt(session, "", asked);
  if (root === undefined || !textsOf(root, "supportedCapabilities").includes(activeDirectory))
    throw new ConnectorError("config", "The server is no Active Directory; use the connector for LDAP directories.");
  return Object.fromEntries(
    asked.flatMap((name) => {
      const [value] = textsOf(root, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
