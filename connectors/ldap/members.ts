import { type Entry, EqualityFilter, OrFilter } from "ldapts";

import { ConnectorError, type Member, type OperationsPart } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { resultCodeOf, tolerating } from "#connectors/ldap-client/errors.ts";
import { changeOf } from "#connectors/ldap-client/modifications.ts";
import { nameKey } from "#connectors/ldap-client/relative-name.ts";
import { searchBelow } from "#connectors/ldap-client/search.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { requireKind } from "./address.ts";
import { requireEntry } from "./entries.ts";
import { memberAttributes } from "./member-reader.ts";
import { namingOfEntry } from "./naming.ts";
import { removeValue } from "./remove-value.ts";
import type { LdapSession } from "./session.ts";

const [valueExists, objectClassViolation] = [20, 65];
const namesMembers = ["member", "uniqueMember"];
// Bound of the search through nested groups; no member is in that many.
const groupsMax = 1_000;

/** Operations on the members of a group. */
export const memberOperations = {
  /** Adds a member to a group; succeeds if it is a member. */
  async addMember(session, { group, member }) {
    const to = await requireEntry(session, "group", group, []);
    const value = await valueOf(session, member, await requireEntry(session, member.type, member, ["uid"]));
    const change = changeOf({ attr: session.options.memberAttribute, add: [value] });
    await tolerating(valueExists, () => boundClient(session).modify(to.dn, change));
  },
  /** Removes a member from a group; succeeds if it is not a member. */
  async removeMember(session, { group, member }, call) {
    const from = await requireEntry(session, "group", group, memberAttributes(session).slice(1));
    const attr = session.options.memberAttribute;
    const { entry, wasHeld } = await removeValue(session, {
      attr,
      from,
      member,
      call,
      valueOf: (found) => valueOf(session, member, found),
      remove: (values) => remove(session, from, values),
    });
    if (entry === undefined) return;
    if (attr === "memberUid") refusePrimary(entry, from);
    else if (!wasHeld) await refuseIndirect(session, entry, from);
  },
} satisfies OperationsPart<LdapSession>;

/** Returns the value by which a group holds an entry. */
async function valueOf(session: LdapSession, { type, name }: Member, entry: Entry): Promise<string> {
  if (session.options.memberAttribute !== "memberUid") return entry.dn;
  const schema = await session.schema();
  const kind = requireKind(session.options, type);
  const value =
    schema.keyOf(kind.naming) === "uid" ? namingOfEntry(schema, kind, entry).name : textsOf(entry, "uid")[0];
  if (value !== undefined && type === "account") return value;
  throw new ConnectorError("invalidValue", `"${name}" has no uid, by which memberUid names accounts.`);
}

async function remove(session: LdapSession, from: Entry, values: readonly string[]): Promise<void> {
  const { memberAttribute: attr, emptyMember } = session.options;
  const client = boundClient(session);
  try {
    await client.modify(from.dn, changeOf({ attr, remove: values }));
  } catch (error) {
    // The class requires a member: the last one is replaced by the placeholder.
    if (resultCodeOf(error) !== objectClassViolation || attr === "memberUid") throw error;
    await client.modify(
      from.dn,
      [
        { attr, add: [emptyMember] },
        { attr, remove: values },
      ].map(changeOf),
    );
  }
}

/** Throws `policy` for an account that stays in a group because it is the account's primary group. */
function refusePrimary(entry: Entry, from: Entry): void {
  const numbers = textsOf(from, "gidNumber");
  if (!textsOf(entry, "gidNumber").some((number) => numbers.includes(number))) return;
  throw new ConnectorError(
    "policy",
    `${from.dn} is the primary group of ${entry.dn}, which belongs to it by its gidNumber: change that first.`,
  );
}

/** Throws `policy` for a member that stays in a group because it belongs to a nested group. */
async function refuseIndirect(session: LdapSession, entry: Entry, from: Entry): Promise<void> {
  const schema = await session.schema();
  const keyOf = (dn: string) => nameKey(dn, schema.keyOf);
  const seen = new Set<string>();
  for (const waiting = [entry.dn]; waiting.length > 0 && seen.size < groupsMax;) {
    const dn = waiting.pop() ?? "";
    const filters = namesMembers.map((attribute) => new EqualityFilter({ attribute, value: dn }));
    const around = await searchBelow(session, session.options.baseDN, {
      filter: new OrFilter({ filters }),
      attributes: ["1.1"],
    });
    if (dn !== entry.dn && around.some((group) => keyOf(group.dn) === keyOf(from.dn)))
      throw new ConnectorError(
        "policy",
        `${entry.dn} belongs to ${from.dn} by ${dn}, which is inside of it: take it out there.`,
      );
    const next = around.map((group) => group.dn).filter((group) => !seen.has(keyOf(group)));
    for (const group of next) seen.add(keyOf(group));
    waiting.push(...next);
  }
}
