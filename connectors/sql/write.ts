import {
  ConnectorError,
  type CreateRequest,
  type DeleteRequest,
  type MemberRequest,
  newNameOf,
  type ObjectRef,
  type Scalar,
  type TargetObject,
  type UpdateRequest,
} from "#connectors/contract/index.ts";

import { findObject, knownType, requireObject } from "./objects.ts";
import type { SqlSession } from "./session.ts";
import { settingOf, settingsOf, writableAttribute } from "./settings.ts";

/** Makes an account or a role; the password, if any, is set in the same step. Without one nobody can log in. */
export async function create(session: SqlSession, request: CreateRequest): Promise<TargetObject> {
  const type = knownType(request.type);
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
  const made = await findObject(session, type, { name }).catch((cause: unknown) => {
    const words = cause instanceof Error ? cause.message : "no words";
    throw new ConnectorError("broken", `The ${type} was made but could not be read afterwards: ${words}`, { cause });
  });
  if (made === undefined) throw new ConnectorError("broken", `The ${type} was made and was gone right afterwards.`);
  return made.object;
}

/** Applies all changes or none; `name` renames where the product keeps an id. */
export async function update(session: SqlSession, { type, ref, deltas }: UpdateRequest): Promise<ObjectRef> {
  const known = knownType(type);
  const renames = deltas.filter(({ attr }) => attr === "name");
  const others = deltas.filter(({ attr }) => attr !== "name");
  const found = await requireObject(session, type, ref);
  const name = renames.length === 0 ? found.object.name : newNameOf(renames);
  const settings = settingsOf(session.kinds[known], found, others);
  const renamed = name !== found.object.name;
  if (renamed) session.checkName(known, name);
  if (renamed || settings.size > 0) await session.alter(found, settings, renamed ? name : undefined);
  return { id: found.object.id, name };
}

/** Deletes an account or a role; an absent one is success. */
export async function remove(session: SqlSession, { type, ref }: DeleteRequest): Promise<void> {
  const found = await findObject(session, type, ref);
  if (found !== undefined) await session.drop(found);
}

/** Grants a role; a member already is success. */
export async function addMember(session: SqlSession, { group, member }: MemberRequest): Promise<void> {
  const role = await requireObject(session, "group", group);
  await session.grant(role, await requireObject(session, member.type, member));
}

/** Revokes a role; no member is success. */
export async function removeMember(session: SqlSession, { group, member }: MemberRequest): Promise<void> {
  const role = await requireObject(session, "group", group);
  const found = await findObject(session, member.type, member);
  if (found !== undefined) await session.revoke(role, found);
}
