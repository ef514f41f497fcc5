import { type Entry, EqualityFilter } from "ldapts";

import { boundClient } from "#connectors/ldap-client/connection.ts";
import { resultCodeOf } from "#connectors/ldap-client/errors.ts";
import { firstStepOf, nameKey } from "#connectors/ldap-client/relative-name.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import type { PasswordPolicies, PasswordPolicy } from "./known-policies.ts";
import type { LdapSession } from "./session.ts";

const attributes = ["pwdLockout", "pwdLockoutDuration", "pwdMaxAge", "pwdMaxIdle", "pwdMustChange"];
// Entry with OpenLDAP's own settings, which few administrators of entries may read.
const settings = { base: "cn=config", objectClass: "olcPPolicyConfig", attribute: "olcPPolicyDefault" };
// Name in OpenLDAP's manual, which most installations use.
const usualName = "default";
const keptMs = 60_000;

/** Makes the function that reads the policies of a session's directory and caches them for a minute. */
export function policyReader(): (session: LdapSession) => Promise<PasswordPolicies | undefined> {
  let kept: { readonly untilMs: number; readonly policies: Promise<PasswordPolicies> } | undefined;
  return async (session) => {
    if (session.states?.hasPolicies !== true) return undefined;
    if (kept === undefined || kept.untilMs < Date.now())
      kept = { untilMs: Date.now() + keptMs, policies: readPolicies(session) };
    try {
      return await kept.policies;
    } catch (error) {
      kept = undefined;
      throw error;
    }
  };
}

async function readPolicies(session: LdapSession): Promise<PasswordPolicies> {
  const found = await search(session, session.policyBase, "pwdPolicy", attributes);
  const byName = new Map(found.map((entry) => [nameKey(entry.dn), policyOf(entry)]));
  const general = await generalPolicies(session, found);
  return {
    of: (dn) => (dn === undefined ? general : [byName.get(nameKey(dn))].filter((policy) => policy !== undefined)),
  };
}

/** Returns the candidates for the policy of all accounts that name none. */
async function generalPolicies(session: LdapSession, found: readonly Entry[]): Promise<readonly PasswordPolicy[]> {
  const dn = session.options.passwordPolicyDN ?? (await settingOf(session));
  if (dn !== undefined) {
    const named = await search(session, dn, "pwdPolicy", attributes);
    return named.filter((entry) => nameKey(entry.dn) === nameKey(dn)).map(policyOf);
  }
  const usual = found.filter((entry) => firstStepOf(entry.dn).some(({ value }) => value?.toLowerCase() === usualName));
  return (usual.length === 1 ? usual : found).map(policyOf);
}

async function settingOf(session: LdapSession): Promise<string | undefined> {
  const { base, objectClass, attribute } = settings;
  const found = await search(session, base, objectClass, [attribute]);
  const names = new Set(found.flatMap((entry) => textsOf(entry, attribute)));
  return names.size === 1 ? [...names][0] : undefined;
}

/** Returns the entries of a class; none if the directory refuses the search. */
async function search(session: LdapSession, base: string, value: string, wanted: readonly string[]): Promise<Entry[]> {
  try {
    const filter = new EqualityFilter({ attribute: "objectClass", value });
    return (await boundClient(session).search(base, { scope: "sub", filter, attributes: [...wanted] })).searchEntries;
  } catch (error) {
    if (resultCodeOf(error) === undefined) throw error;
    return [];
  }
}

function policyOf(entry: Entry): PasswordPolicy {
  const seconds = (name: string) => Number(textsOf(entry, name)[0] ?? 0);
  const isOn = (name: string) => textsOf(entry, name)[0]?.toUpperCase() === "TRUE";
  return {
    lockout: isOn("pwdLockout"),
    lockoutSeconds: seconds("pwdLockoutDuration"),
    maxAgeSeconds: seconds("pwdMaxAge"),
    maxIdleSeconds: seconds("pwdMaxIdle"),
    mustChange: isOn("pwdMustChange"),
  };
}
