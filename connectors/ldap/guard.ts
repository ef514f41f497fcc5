import type { Control, Entry } from "ldapts";

import type { ObjectRef } from "#connectors/contract/index.ts";
import { AssertionControl } from "#connectors/ldap-client/assertion-control.ts";
import { PreReadControl } from "#connectors/ldap-client/pre-read-control.ts";

import { meantAccount } from "./entries.ts";
import type { LdapSession } from "./session.ts";

/** Protection of a change of an account that saves reading the account first. */
export interface Guard {
  /** Controls by which the directory itself verifies that it changes the intended account. */
  readonly controls: readonly Control[];
  /** Returns the entry with its state as it was immediately before the change; undefined if the directory did not return it. */
  before(): Entry | undefined;
}

/** Makes the guard for a change of an account at a DN; undefined if the directory lacks a control that it needs. */
export function guardAt(session: LdapSession, account: ObjectRef, dn: string): Guard | undefined {
  const { controls, states } = session;
  if (!controls.has(AssertionControl.type)) return undefined;
  const assertion = new AssertionControl(meantAccount(session, account));
  if (states === undefined) return { controls: [assertion], before: () => ({ dn }) };
  if (!controls.has(PreReadControl.type)) return undefined;
  const preRead = new PreReadControl(states.attributes);
  return { controls: [assertion, preRead], before: () => preRead.entry };
}
