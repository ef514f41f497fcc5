import { useMemo } from "react";

import type { Account, Group } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { type Say, useText } from "../../messages/text.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { useTarget } from "./target-context.ts";

/** Page of the known accounts on a target system. */
export function AccountsPage() {
  const say = useText();
  const { id } = useTarget();
  const source = useMemo(() => accountSource(say, id), [say, id]);
  return <ResourceTable source={source} />;
}

function stateOf({ enabled, locked }: Account, say: Say): string {
  const words = [
    ...(enabled === null ? [say("account.unknown")] : []),
    ...(enabled === false ? [say("account.disabled")] : []),
    ...(locked === true ? [say("account.locked")] : []),
  ];
  return words.join(", ");
}

function accountSource(say: Say, id: string): TableSource<Account> {
  return {
    name: "targetAccounts",
    title: "target.section.accounts",
    path: pathOf("targetSystems()/accounts", id),
    empty: "target.noAccounts",
    keyProperty: "key",
    usualOrder: "shortId",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "shortId",
        title: "object.name",
        sortBy: "shortId",
        cell: ({ shortId }) => shortId,
        text: ({ shortId }) => shortId,
      },
      {
        name: "longId",
        title: "object.longId",
        sortBy: "longId",
        cell: ({ longId }) => longId,
        text: ({ longId }) => longId,
      },
      {
        name: "owned",
        title: "object.owner",
        cell: ({ userKey }) => say(userKey === null ? "object.ofNobody" : "object.ofSomebody"),
        text: ({ userKey }) => userKey ?? "",
      },
      {
        name: "state",
        title: "target.state",
        cell: (account) => stateOf(account, say),
        text: (account) => stateOf(account, say),
      },
    ],
    filters: [
      {
        name: "owner",
        title: "object.owner",
        choices: [
          {
            value: "nobody",
            text: "object.ofNobody",
            where: "userKey eq null",
          },
          {
            value: "somebody",
            text: "object.ofSomebody",
            where: "userKey ne null",
          },
        ],
      },
    ],
  };
}

/** Page of the known groups on a target system. */
export function GroupsPage() {
  const { id } = useTarget();
  const say = useText();
  const source = useMemo<TableSource<Group>>(
    () => ({
      name: "targetGroupsOf",
      title: "target.section.groups",
      path: pathOf("targetSystems()/groups", id),
      empty: "target.noGroups",
      keyProperty: "key",
      usualOrder: "shortId",
      keyOf: ({ key }) => key,
      columns: [
        {
          name: "shortId",
          title: "object.name",
          sortBy: "shortId",
          cell: ({ shortId }) => shortId,
          text: ({ shortId }) => shortId,
        },
        {
          name: "longId",
          title: "object.longId",
          sortBy: "longId",
          cell: ({ longId }) => longId,
          text: ({ longId }) => longId,
        },
        {
          name: "managed",
          title: "object.managed",
          cell: ({ managed }) => say(managed ? "value.true" : "value.false"),
          text: ({ managed }) => String(managed),
        },
      ],
    }),
    [id, say],
  );
  return <ResourceTable source={source} />;
}
