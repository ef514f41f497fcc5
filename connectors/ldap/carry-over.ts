import { type Entry, EqualityFilter } from "ldapts";

import type { Call } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { resultCodeOf, wordsOf } from "#connectors/ldap-client/errors.ts";
import { changeOf } from "#connectors/ldap-client/modifications.ts";
import { searchPages } from "#connectors/ldap-client/paging.ts";

import { type LdapOptions, requireKind } from "./address.ts";
import { entriesOf } from "./entries.ts";
import type { LdapSession } from "./session.ts";

// Result codes that mean that the directory has made the change itself meanwhile.
const [noSuchObject, noSuchAttribute, valueExists] = [32, 16, 20];
const pageSize = 100;

/** Names of an entry before and after a rename. */
export interface Renaming {
  readonly type: string;
  readonly from: { readonly dn: string; readonly name: string };
  readonly to: { readonly dn: string; readonly name: string };
}

/** An attribute by which groups hold entries, with its value for a renamed entry before and after. */
interface Holding {
  readonly attr: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Replaces the old name of a renamed entry in the groups that hold it as a member or an owner. Many directories do not do so
 * themselves, and the entry would lose its groups. A failure is only reported as a notice, because the entry is already renamed.
 */
export async function carryOver(
  session: LdapSession,
  renaming: Renaming,
  call: Pick<Call, "notice" | "signal">,
): Promise<void> {
  for (const holding of holdingsOf(session.options, renaming)) {
    if (holding.before === holding.after) continue;
    const { attr, before, after } = holding;
    for (const { dn } of await holdersOf(session, holding, call)) {
      try {
        await boundClient(session).modify(
          dn,
          [
            { attr, remove: [before] },
            { attr, add: [after] },
          ].map(changeOf),
        );
      } catch (error) {
        const code = resultCodeOf(error);
        if (code === undefined) throw error;
        if (code !== noSuchObject && code !== noSuchAttribute && code !== valueExists)
          call.notice(`${dn} still holds the old name ${before} (${attr}): ${wordsOf(error as Error)}`);
      }
    }
  }
}

function holdingsOf({ memberAttribute, ownerAttribute }: LdapOptions, { type, from, to }: Renaming): Holding[] {
  const owners = { attr: ownerAttribute, before: from.dn, after: to.dn };
  if (memberAttribute !== "memberUid") return [{ ...owners, attr: memberAttribute }, owners];
  return type === "account" ? [{ attr: memberAttribute, before: from.name, after: to.name }, owners] : [owners];
}

async function holdersOf(
  session: LdapSession,
  { attr, before }: Holding,
  call: Pick<Call, "notice" | "signal">,
): Promise<Entry[]> {
  try {
    const kind = requireKind(session.options, "group");
    const search = {
      base: kind.container,
      filter: entriesOf(kind, new EqualityFilter({ attribute: attr, value: before })),
      attributes: ["1.1"],
      pageSize,
    };
    const found: Entry[] = [];
    for await (const entries of searchPages(session, search, call.signal)) found.push(...entries);
    return found;
  } catch (error) {
    const code = resultCodeOf(error);
    if (code === undefined) throw error;
    call.notice(`Groups that hold the old name ${before} (${attr}) were not looked for: ${wordsOf(error as Error)}`);
    return [];
  }
}
