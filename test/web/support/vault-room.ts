import { openBrowser, type TestBrowser } from "../../support/chromium.ts";
import { type Installation, startInstallation } from "../../support/installation.ts";
import { type LdapPassThrough, startLdapPassThrough } from "../../support/ldap-pass-through.ts";
import { manageDirectory } from "../../support/manage-directory.ts";
import { addPeople } from "../../support/people.ts";
import { createRestClient, type RestUser } from "../../support/rest.ts";
import { startVaultDirectory, type VaultDirectory } from "../../support/vault-directory.ts";

/** A service that manages the passwords of a directory, and two people who approve each other's check-outs. */
export interface VaultRoom {
  readonly vaulted: VaultDirectory;
  /** Connection between the service and the directory, under the control of the test. */
  readonly way: LdapPassThrough;
  readonly installation: Installation;
  readonly browser: TestBrowser;
  readonly approversBrowser: TestBrowser;
  readonly admin: RestUser;
  readonly bob: RestUser;
  close(): Promise<void>;
}

/** Password of both people. */
export const keepersPassword = "crane-lamp-42";
/** ID of the target system, its policy and its managed system. */
export const vaultedSystem = "DIRECTORY";
const userClassId = "KEEPERS";

/** Starts the room: ada and bob are keepers; each submits requests, and the other one decides. */
export async function openVaultRoom(accountsMax: number): Promise<VaultRoom> {
  const [vaulted, installation, browser, approversBrowser] = await Promise.all([
    startVaultDirectory(accountsMax),
    // A run that changes many passwords needs an explicit confirmation.
    startInstallation({ environment: { IDARCHIVE_RANDOMIZE_LOCAL_FALLBACK: "false" } }),
    openBrowser(),
    openBrowser(),
  ]);
  const way = await startLdapPassThrough({ host: "127.0.0.1", port: Number(new URL(vaulted.directory.url).port) });
  await keepPasswords(installation, vaulted, way);
  const rest = createRestClient(installation.address);
  const admin = await rest.signIn(installation.superuser.id, installation.superuser.password);
  const bob = await rest.signIn("bob", keepersPassword);
  const policy = `/v2/managedSystemPolicies('${vaultedSystem}')`;
  const rule = `all(any(1, class('${userClassId}')), not(requester))`;
  await done(admin.post(`${policy}/setAuthorizationPhases`, { authorizationPhases: [{ sequence: 1, rule }] }));
  await done(admin.post(`${policy}/grantRight`, { right: "ask", userClassId }));
  return {
    vaulted,
    way,
    installation,
    browser,
    approversBrowser,
    admin,
    bob,
    async close() {
      rest.close();
      await Promise.all([browser.close(), approversBrowser.close()]);
      await installation.stop();
      await way.stop();
      await vaulted.stop();
    },
  };
}

async function keepPasswords(
  installation: Installation,
  { directory, accounts }: VaultDirectory,
  { port }: LdapPassThrough,
): Promise<void> {
  const { context, close } = await installation.compose();
  const { store, ids } = context;
  const keys = await addPeople(context, ["ada", "bob"], keepersPassword);
  const behind = { ...directory, url: `ldap://127.0.0.1:${port}` };
  await manageDirectory(context, { id: vaultedSystem, directory: behind, accounts, imported: true });
  await store.transaction(async () => {
    await store.save("userClasses", { id: userClassId, description: "Who keeps the directory" });
    for (const userKey of Object.values(keys))
      await store.save("userClassMembers", { key: ids.guid(), userClassId, userKey });
    // The tests enter several wrong passwords, and must not wait until the directory lifts the lockout.
    const terms = { disclosurePlugins: ["display", "copy"], lockoutTries: 10 };
    await store.save("managedSystemPolicies", { id: vaultedSystem, ...terms });
  });
  await close();
}

/** Waits for an action, and fails if it was refused. */
export async function done(call: Promise<{ readonly status: number }>): Promise<void> {
  const answered = await call;
  if (answered.status !== 200) throw new Error(`refused: ${JSON.stringify(answered)}`);
}
