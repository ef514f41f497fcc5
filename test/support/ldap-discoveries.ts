import { Secret } from "#connectors/contract/index.ts";
import ldap from "#connectors/ldap/ldap.ts";

import { type Journey, openJourney } from "./journey.ts";

/** A directory as a target system of a journey. */
export interface LdapOfJourney {
  /** host:port of the Temporal server. */
  readonly temporal: string;
  readonly address: Readonly<Record<string, string>>;
  readonly admin: { readonly dn: string; readonly password: string };
}

/** Opens a journey whose target system `T1` is a directory, listed in small chunks. */
export async function openLdapJourney({ temporal, address, admin }: LdapOfJourney): Promise<Journey> {
  const journey = await openJourney({
    temporal,
    connectors: [ldap],
    address,
    settings: { discoveryChunkObjects: 100 },
  });
  const { store, context } = journey;
  const key = context.ids.guid();
  await store.transaction(async () => {
    const [local] = await store.select("proxyServers", { where: { id: "local" } });
    const connectors = local?.connectors.map((connector) => ({ ...connector, id: "ldap" })) ?? [];
    await store.save("proxyServers", { id: "local", connectors });
    await store.save("targetSystems", { id: "T1", type: "ldap" });
    await store.save("targetSystemCredentials", {
      key,
      targetSystemId: "T1",
      administratorId: admin.dn,
      password: store.seal(new Secret(admin.password), { table: "targetSystemCredentials", key, column: "password" }),
      runAs: false,
      isSystemPassword: false,
      lastChanged: 0,
    });
  });
  return journey;
}
