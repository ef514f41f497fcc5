import { formatKey } from "#api/odata/key.ts";
import { userClassListedMembersMax } from "#domain/user-class-limits.ts";
import type { FoundMember, ListedClass, ShownClass } from "#operations/user-classes/read-user-classes.ts";

import { quotedText } from "../entity-path.ts";
import type { RestClient } from "../rest-client.ts";
import { keyOfUser } from "../user-ids.ts";
import { countRows, type ReadRow, readRow, readRows } from "./read-rows.ts";
import type { StandIns } from "./stand-in.ts";

/** Stand-ins for users and their classes. */
export const peopleStandIns: StandIns = {
  "users.find": async ({ rest }, { id }: { id: string }) => ({ key: await keyOfUser(rest, id) }),
  "identity.unlockUser": async ({ rest, call }, { id }: { id: string }) =>
    call("users.unlock", { key: await keyOfUser(rest, id) }),
  "identity.listLockedUsers": async ({ rest }, { after, limit }: { after: string; limit: number }) => {
    const filter = `locked eq true and id gt ${quotedText(after)}`;
    const rows = await readRows(rest, { set: "users" }, { filter, orderby: "id", top: limit });
    return rows.map(({ id }) => id);
  },
  "userClasses.list": async ({ rest }) => {
    const rows = await readRows(rest, { set: "userClasses" }, { orderby: "id" });
    const listed: ListedClass[] = [];
    for (const row of rows) listed.push(await listedClass(rest, row));
    return listed;
  },
  "userClasses.show": async ({ rest }, { id }: { id: string }): Promise<ShownClass> => {
    const shown = await listedClass(rest, await readRow(rest, "userClasses", id));
    const options = { expand: "person($select=id,displayName)", top: userClassListedMembersMax };
    const members = await readRows(rest, { set: "userClasses", below: [id, "members"] }, options);
    const first = members.flatMap(({ person, byCondition }) =>
      person
        ? [
            {
              ...(person as Pick<ShownClass["first"][number], "id" | "displayName">),
              byCondition: byCondition === true,
            },
          ]
        : [],
    );
    return { ...shown, first: first.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
  },
  "userClasses.findMember": async ({ rest }, { id, userId }: { id: string; userId: string }): Promise<FoundMember> => {
    const userKey = await keyOfUser(rest, userId);
    const place = { set: "userClasses", below: [id, "members"] } as const;
    const [member] = await readRows(rest, place, { filter: `userKey eq ${formatKey(userKey)}` });
    return { userKey, key: (member?.["key"] as string | undefined) ?? null };
  },
};

async function listedClass(rest: RestClient, row: ReadRow): Promise<ListedClass> {
  const { id, description, condition, passwordPolicyId } = row as unknown as ListedClass;
  const members = await countRows(rest, { set: "userClasses", below: [id, "members"] });
  return { id, description, condition, passwordPolicyId, members };
}
