import type { Entry } from "ldapts";

import type { Call, Member } from "#connectors/contract/index.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { resultCodeOf } from "#connectors/ldap-client/errors.ts";
import { withAllValues } from "#connectors/ldap-client/ranges.ts";
import { firstStepOf, nameKey } from "#connectors/ldap-client/relative-name.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { requireKind } from "./address.ts";
import type { DirectorySchema } from "./directory-schema.ts";
import { findAnywhere, findEntry } from "./entries.ts";
import { isEmptyMember, MemberReader } from "./member-reader.ts";
import { isSameNaming } from "./naming.ts";
import type { LdapSession } from "./session.ts";

const noSuchAttribute = 16;

/** A value to remove from an attribute that holds entries. */
export interface Removal {
  readonly attr: string;
  readonly from: Entry;
  readonly member: Member;
  readonly call: Call;
  /** Returns the value by which a group holds an entry. */
  valueOf(entry: Entry): Promise<string>;
  /** Removes values; throws the directory's refusals. */
  remove(values: readonly string[]): Promise<void>;
}

/** Result of a removal. */
export interface Removed {
  /** Entry of the member; absent if none is visible. */
  readonly entry?: Entry;
  readonly wasHeld: boolean;
}

/**
 * Removes a member from an attribute of a group. If its entry is not visible, or the group does not hold it under its current name,
 * the values of the group are searched: an entry may be hidden, or have been moved and left its old name there.
 */
export async function removeValue(session: LdapSession, removal: Removal): Promise<Removed> {
  const { member } = removal;
  const wanted = ["uid", "gidNumber"];
  const entry = (await findEntry(session, member.type, member, wanted)) ?? (await findAnywhere(session, member));
  if (entry === undefined) return { wasHeld: await removeHeld(session, removal) };
  const wasHeld = await isRemoved(removal, await removal.valueOf(entry));
  return { entry, wasHeld: wasHeld || (await removeHeld(session, removal, entry)) };
}

async function isRemoved({ remove }: Removal, value: string): Promise<boolean> {
  try {
    await remove([value]);
    return true;
  } catch (error) {
    if (resultCodeOf(error) !== noSuchAttribute) throw error;
    return false;
  }
}

/**
 * Removes the values by which the group holds a member under another name than that of its visible entry; returns false if there
 * are none.
 */
async function removeHeld(session: LdapSession, removal: Removal, seen?: Entry): Promise<boolean> {
  const { attr, from, member, call, remove } = removal;
  const schema = await session.schema();
  const group = await entryAt(session, from.dn, [attr]);
  const values = group === undefined ? [] : textsOf(await withAllValues(session, group), attr);
  const held = values.filter((value) => !isEmptyMember(session.options, value));
  const mine: string[] = [];
  for (const value of held.filter((one) => mayBe(session, schema, { attr, member, value: one })))
    if (attr === "memberUid" || !(await isOther(session, member, value))) mine.push(value);
  if (mine.length > 0) await remove(mine);
  if (mine.length > 0 || seen !== undefined) return mine.length > 0;
  const unseen = await new MemberReader(session, schema, call.signal).unseen(attr, held);
  if (unseen.length > 0)
    call.notice(
      `No entry of "${member.name}" is seen, and ${from.dn} holds ${unseen.length} of which no entry is seen either, such as ${unseen[0]}.`,
    );
  return false;
}

interface Candidate {
  readonly attr: string;
  readonly member: Member;
  readonly value: string;
}

/** Returns true if a value may mean a member: by its last known DN, or by the name in the DN. */
function mayBe(session: LdapSession, schema: DirectorySchema, { attr, member, value }: Candidate): boolean {
  const { naming } = requireKind(session.options, member.type);
  if (attr === "memberUid") return isSameNaming(schema, naming, value, member.name);
  const [place] = member.attributes?.["dn"] ?? [];
  if (typeof place === "string" && nameKey(place, schema.keyOf) === nameKey(value, schema.keyOf)) return true;
  const part = firstStepOf(value).find(({ attribute }) => schema.keyOf(attribute) === schema.keyOf(naming));
  return part?.value !== undefined && isSameNaming(schema, naming, part.value, member.name);
}

/** Returns true if the visible entry at a DN is another one than the member. */
async function isOther(session: LdapSession, { id }: Member, dn: string): Promise<boolean> {
  const entry = await entryAt(session, dn, [session.options.idAttribute]);
  if (entry === undefined) return false;
  const [shown] = textsOf(entry, session.options.idAttribute);
  return shown === undefined || shown.toLowerCase() !== id?.toLowerCase();
}
