import {
  ConnectorError,
  newNameOf,
  type ObjectRef,
  type OperationsPart,
  requireAccountOrGroup,
  type Scalar,
} from "#connectors/contract/index.ts";

import { findObject, holds, requireObject } from "./objects.ts";
import type { Settings, SqlObject, SqlSession } from "./session.ts";
import { settingOf, settingsOf, writableAttribute } from "./settings.ts";

/** Operations that change objects and memberships. */
export const writeOperations = {
  /** Creates an account or a role, with its password, if any, in the same step. Without a password no one can log in. */
  async create(session, request) {
    const type = requireAccountOrGroup(request.type, holds);
    const { name, password } = request;
    session.checkName(type, name);
    if (type === "group" && password !== undefined) throw new ConnectorError("notSupported", "A role has no password.");
    const settings = new Map<string, Scalar>();
    for (const [attr, values] of Object.entries(request.attributes)) {
      const attribute = writableAttribute(session.kinds[type], type, attr);
      const [value, ...more] = values;
      if (more.length > 0) throw new ConnectorError("invalidValue", `"${attr}" has one value at most.`);
      if (value !== undefined) settings.set(attr, settingOf(attribute, value));
    }
    await session.create({ type, name, settings, ...(password && { password }) });
    // The created object is read back from the server.
    const made = await findObject(session, type, { name }).catch((cause: unknown) => {
      const words = cause instanceof Error ? cause.message : "no words";
      throw new ConnectorError("broken", `The ${type} was made but could not be read afterwards: ${words}`, { cause });
    });
    if (made === undefined) throw new ConnectorError("broken", `The ${type} was made and was gone right afterwards.`);
    requireSettings(made, settings);
    return made.object;
  },
  /** Applies all changes or none; `name` renames if the product has ids. */
  async update(session, { type, ref, deltas }) {
    const known = requireAccountOrGroup(type, holds);
    const renames = deltas.filter(({ attr }) => attr === "name");
    const others = deltas.filter(({ attr }) => attr !== "name");
    const found = await requireObject(session, type, ref);
    const name = renames.length === 0 ? found.object.name : newNameOf(renames);
    const settings = settingsOf(session.kinds[known], found, others);
    const renamed = name !== found.object.name;
    if (renamed) session.checkName(known, name);
    if (renamed || settings.size > 0) {
      await session.alter(found, settings, renamed ? name : undefined);
      requireSettings(await requireObject(session, type, { id: found.object.id, name }), settings);
    }
    return { id: found.object.id, name };
  },
  /** Deletes an account or a role; succeeds if it is absent. */
  async delete(session, { type, ref }) {
    const found = await findObject(session, type, ref);
    if (found !== undefined) await session.drop(found);
  },
  /** Grants a role; a present member keeps the options of its membership. */
  async addMember(session, { group, member }) {
    const role = await requireObject(session, "group", group);
    const found = await requireObject(session, member.type, member);
    if ((await membershipOf(session, role, found)) === "direct") return;
    await session.grant(role, found);
    const now = await membershipOf(session, role, found);
    if (now !== "direct" && now !== "hidden") throw notAsAsked(`"${found.object.name}" is no member afterwards`);
  },
  /**
   * Revokes a role; succeeds if it was not granted.
   * @throws policy if the member belongs to the role by another role, where alone that can be ended
   */
  async removeMember(session, { group, member }) {
    const role = await requireObject(session, "group", group);
    const found = await findObject(session, member.type, member);
    if (found === undefined) return;
    const before = await membershipOf(session, role, found);
    await session.revoke(role, found);
    const now = await membershipOf(session, role, found);
    const [who, where] = [`"${found.object.name}"`, `"${role.object.name}"`];
    if (now === "direct") throw notAsAsked(`${who} is a member of ${where} as before`);
    if (typeof now === "string") return;
    const words = `${who} belongs to ${where} by "${now.name}", where that can be ended`;
    if (before !== "direct") throw new ConnectorError("policy", `${words}.`);
    session.client.notices.push({ words: `${who} is no member itself any more, but ${words}.` });
  },
} satisfies OperationsPart<SqlSession>;

/**
 * Returns the membership of an object in a group: none, direct, or the nested group that it belongs through; hidden if the server
 * does not show members.
 */
async function membershipOf(
  session: SqlSession,
  group: SqlObject,
  member: SqlObject,
): Promise<"none" | "direct" | "hidden" | ObjectRef> {
  const { rows, hidden } = await session.members([group], { limit: 1, only: member.key });
  if (hidden === undefined) return "hidden";
  const [row] = rows;
  return row === undefined ? "none" : (row.member.through ?? "direct");
}

// The server may accept a value and store another one, so the result is compared with the request.
function requireSettings({ object }: SqlObject, settings: Settings): void {
  for (const [attr, value] of settings) {
    const now = object.attributes[attr]?.[0];
    const asked = value === "" ? undefined : value;
    if (asked !== undefined && String(now) !== String(asked))
      throw notAsAsked(`"${attr}" of "${object.name}" is ${now === undefined ? "not set" : `"${String(now)}"`}`);
  }
}

function notAsAsked(words: string): ConnectorError {
  return new ConnectorError("policy", `The server has taken the statement, and ${words}.`);
}
