import type { KnownUser } from "#plugins/contract/services.ts";
import type { ServiceSources } from "#plugins/host/service-table.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { membersOf } from "../../people/engine/find-people.ts";

/** Makes the services that plug-ins may call: they read rows as they are now, of the users allowed for the kind of the plug-in. */
export function pluginServices(context: Pick<ServiceContext, "store" | "clock">): ServiceSources {
  const { store } = context;
  const people = async (keys: readonly string[]): Promise<readonly KnownUser[]> => {
    const found = await Promise.all([...new Set(keys)].map((key) => store.get("users", key)));
    return found.flatMap((user) => (user === undefined || user.disabled ? [] : [known(user)]));
  };
  return {
    targetSystem: async (id) => (await store.get("targetSystems", id)) ?? null,
    async user(key) {
      const user = await store.get("users", key);
      return user === undefined ? null : known(user);
    },
    async profileAttribute({ key, name }) {
      const rows = await store.select("userAttributes", {
        where: { userKey: key, name },
        orderBy: [["sequence", "asc"]],
      });
      return rows.map(({ value }) => value);
    },
    membersOf: async (userClass) => people(await membersOf(context, userClass)),
    async ownersOf(groupKey) {
      const owners = await store.select("groupOwners", { where: { groupKey } });
      return people(owners.map(({ userKey }) => userKey));
    },
  };
}

function known({ key, id, displayName, managerKey, disabled }: Row<"users">): KnownUser {
  return { key, id, displayName, managerKey, disabled };
}
