import {
  ConnectorError,
  newNameOf,
  type OperationsPart,
  requireAccountOrGroup,
  type Scalar,
} from "#connectors/contract/index.ts";

import { findObject, holds, requireObject } from "./objects.ts";
import type { SqlSession } from "./session.ts";
import { settingOf, settingsOf, writableAttribute } from "./settings.ts";

/** The operations that change objects and memberships. */
export const writeOperations = {
  /** Makes an account or a role; the password, if any, is set in the same step. Without one nobody can log in. */
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
    const made = await findObject(session, type, { name }).catch((cause: unknown) => {
      const words = cause instanceof Error ? cause.message : "no words";
      throw new ConnectorError("broken", `The ${type} was made but could not be read afterwards: ${words}`, { cause });
    });
    if (made === undefined) throw new ConnectorError("broken", `The ${type} was made and was gone right afterwards.`);
    return made.object;
  },
  /** Applies all changes or none; `name` renames where the product keeps an id. */
  async update(session, { type, ref, deltas }) {
    const known = requireAccountOrGroup(type, holds);
    const renames = deltas.filter(({ attr }) => attr === "name");
    const others = deltas.filter(({ attr }) => attr !== "name");
    const found = await requireObject(session, type, ref);
    const name = renames.length === 0 ? found.object.name : newNameOf(renames);
    const settings = settingsOf(session.kinds[known], found, others);
    const renamed = name !== found.object.name;
    if (renamed) session.checkName(known, name);
    if (renamed || settings.size > 0) await session.alter(found, settings, renamed ? name : undefined);
    return { id: found.object.id, name };
  },
  /** Deletes an account or a role; an absent one is success. */
  async delete(session, { type, ref }) {
    const found = await findObject(session, type, ref);
    if (found !== undefined) await session.drop(found);
  },
  /** Grants a role; a member already is success. */
  async addMember(session, { group, member }) {
    const role = await requireObject(session, "group", group);
    await session.grant(role, await requireObject(session, member.type, member));
  },
  /** Revokes a role; no member is success. */
  async removeMember(session, { group, member }) {
    const role = await requireObject(session, "group", group);
    const found = await findObject(session, member.type, member);
    if (found !== undefined) await session.revoke(role, found);
  },
} satisfies OperationsPart<SqlSession>;
