import type { Control, Entry } from "ldapts";

import type { ObjectRef } from "#connectors/contract/index.ts";
import { AssertionControl } from "#connectors/ldap-client/assertion-control.ts";
import { PreReadControl } from "#connectors/ldap-client/pre-read-control.ts";

import { meantAccount } from "./entries.ts";
import type { LdapSession } from "./session.ts";

/** What lets a change of an account do without a look at it. */
export interface Guard {
  /** By these the directory itself makes sure that it changes the account that is meant. */
  readonly controls: readonly Control[];
  /** The entry with its state, as it was right before the change was done; undefined = the directory has not told it. */
  before(): Entry | undefined;
}

/** Guards a change of what a reference means at a DN; undefined where the directory has not all that it takes. */
export function guardAt(session: LdapSession, account: ObjectRef, dn: string): Guard | undefined {
  const { controls, states } = session;
  if (!controls.has(AssertionControl.type)) return undefined;
  const assertion = new AssertionControl(meantAccount(session, account));
  if (states === undefined) return { controls: [assertion], before: () => ({ dn }) };
  if (!controls.has(PreReadControl.type)) return undefined;
  const preRead = new PreReadControl(states.attributes);
  return { controls: [assertion, preRead], before: () => preRead.entry };
}
