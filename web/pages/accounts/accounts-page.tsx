import { Button, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import { accountsPath } from "../../api/accounts.ts";
import type { Account } from "../../api/model.ts";
import { targetNamesQuery } from "../../api/target-names.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { OperationProgress } from "../../components/operation-progress.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableFilter, TableSource } from "../../table/table-column.ts";
import { targetFilter } from "../../table/target-filter.ts";
import { AccountOwner } from "./account-facts.tsx";
import { AccountStates, accountStateWords } from "./account-states.tsx";

const AddObjectDialog = openedLater(async () => (await import("../../forms/add-object-dialog.tsx")).AddObjectDialog);

/** Page of the accounts on all target systems. */
export function AccountsPage() {
  const say = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const [operationKey, setOperationKey] = useState<string>();
  const { data: targets } = useQuery(targetNamesQuery);
  const source = useMemo(() => sourceOf(say, targets ?? []), [say, targets]);
  const add = may("accounts_post_create") ? (
    <Button onClick={() => setAdding(true)}>{say("newObject.add.user")}</Button>
  ) : null;
  return (
    <PageSection>
      <PageTitle name={say("accounts.title")} />
      {operationKey === undefined ? null : (
        <OperationProgress key={operationKey} operationKey={operationKey} sets={[accountsPath]} />
      )}
      <ResourceTable source={source} add={add} />
      {isAdding ? (
        <AddObjectDialog of="user" set="accounts" follow={setOperationKey} close={() => setAdding(false)} />
      ) : null}
    </PageSection>
  );
}

function sourceOf(say: Say, targets: Parameters<typeof targetFilter>[0]): TableSource<Account> {
  return {
    name: "accounts",
    title: "accounts.title",
    path: accountsPath,
    empty: "accounts.empty",
    keyProperty: "key",
    usualOrder: "shortId",
    expand: "user",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "account",
        title: "accounts.account",
        sortBy: "shortId",
        cell: ({ key, shortId }) => <Link to={paths.account(key)}>{shortId}</Link>,
        text: ({ shortId }) => shortId,
      },
      {
        name: "target",
        title: "accounts.target",
        cell: ({ targetSystemKey }) => targetSystemKey,
        text: ({ targetSystemKey }) => targetSystemKey,
      },
      {
        name: "name",
        title: "accounts.name",
        cell: ({ displayId }) => displayId,
        text: ({ displayId }) => displayId,
      },
      {
        name: "owner",
        title: "accounts.owner",
        cell: (account) => <AccountOwner account={account} />,
        text: ({ user }) => user?.id ?? "",
      },
      {
        name: "state",
        title: "people.state",
        cell: (account) => <AccountStates account={account} />,
        text: (account) => accountStateWords(account, say).join(", "),
      },
      {
        name: "passwordChanged",
        title: "accounts.passwordChanged",
        isHidden: true,
        cell: ({ lastPasswordChange }) => (lastPasswordChange === null ? null : <Moment at={lastPasswordChange} />),
        text: ({ lastPasswordChange }) => lastPasswordChange ?? "",
      },
      {
        name: "passwordExpires",
        title: "accounts.passwordExpires",
        sortBy: "passwordExpiresAt",
        isHidden: true,
        cell: ({ passwordExpiresAt }) => (passwordExpiresAt === null ? null : <Moment at={passwordExpiresAt} />),
        text: ({ passwordExpiresAt }) => passwordExpiresAt ?? "",
      },
    ],
    filters: filtersOf(targets),
  };
}

function filtersOf(targets: Parameters<typeof targetFilter>[0]): readonly TableFilter[] {
  return [
    targetFilter(targets),
    {
      name: "enabled",
      title: "accounts.mayLogIn",
      choices: [
        {
          value: "yes",
          text: "account.enabled",
          where: "enabled eq true",
        },
        {
          value: "no",
          text: "account.disabled",
          where: "enabled eq false",
        },
        {
          value: "unknown",
          text: "account.unknown",
          where: "enabled eq null",
        },
      ],
    },
    {
      name: "locked",
      title: "accounts.lock",
      choices: [
        {
          value: "yes",
          text: "account.locked",
          where: "locked eq true",
        },
        {
          value: "no",
          text: "account.notLocked",
          where: "locked eq false",
        },
        {
          value: "unknown",
          text: "account.unknown",
          where: "locked eq null",
        },
      ],
    },
    {
      name: "owner",
      title: "accounts.owner",
      choices: [
        {
          value: "some",
          text: "accounts.withOwner",
          where: "userKey ne null",
        },
        {
          value: "none",
          text: "accounts.withoutOwner",
          where: "userKey eq null",
        },
      ],
    },
  ];
}
