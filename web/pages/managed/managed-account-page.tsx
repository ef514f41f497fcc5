import { PageSection, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link, useParams } from "react-router";

import { managedAccountQuery, managedAccountsPath } from "../../api/managed.ts";
import type { ManagedAccount, VaultEntry } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";
import { AccountParts } from "./account-parts.tsx";
import { isHistorical, ManagedStates } from "./account-state.tsx";
import { ManagedAccountActions } from "./managed-account-actions.tsx";
import { RunProgress } from "./run-progress.tsx";

/** Page of a managed account: the state of its password, its history, and its actions. */
export function ManagedAccountPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(managedAccountQuery(key));
  const [runKey, setRunKey] = useState<string>();
  const account = present(read);
  const name =
    read.data === undefined
      ? say("managedAccount.title")
      : say("account.on", { account: read.data.name, target: read.data.targetSystemKey });
  return (
    <PageSection>
      <EntityHeader
        name={name}
        list={{ path: paths.managedAccounts, title: "managedAccounts.title" }}
        {...(account !== undefined && {
          labels: <ManagedStates account={account} />,
          actions: <ManagedAccountActions account={account} follow={setRunKey} />,
        })}
      />
      {runKey === undefined ? null : (
        <RunProgress
          key={runKey}
          runKey={runKey}
          sets={[managedAccountsPath, pathOf("managedAccounts()/passwordHistory", key)]}
        />
      )}
      <EntityStanding entity={read} unreadable={say("managedAccount.unreadable")} gone={say("managedAccount.gone")} />
      {account === undefined ? null : <Whole account={account} />}
    </PageSection>
  );
}

function Whole({ account }: { readonly account: ManagedAccount }) {
  const say = useText();
  const may = useMay();
  return (
    <>
      {isHistorical(account) ? (
        <Notice kind="info" title={say("managed.historical")}>
          {say("managed.historicalExplained")}
        </Notice>
      ) : null}
      {account.status === "conflict" ? (
        <Notice kind="danger" title={say("managed.status.conflict")}>
          {say("conflicts.explained")}
        </Notice>
      ) : null}
      <div className="gatehouse-columns">
        <AccountFacts account={account} />
        <AccountParts account={account} />
      </div>
      {may("managedaccounts_passwordhistory_get_list") ? <History accountKey={account.key} /> : null}
    </>
  );
}

const momentOf = (at: string | null) => (at === null ? null : <Moment at={at} />);

function AccountFacts({ account }: { readonly account: ManagedAccount }) {
  const say = useText();
  const { policyId, managedSystemKey, accountKey, checkoutCount, checkoutLimit, confirmWithoutVerify } = account;
  const facts = [
    { term: say("managed.policy"), value: <Link to={paths.managedPolicy(policyId)}>{policyId}</Link> },
    {
      term: say("managed.system"),
      value: <Link to={paths.managedSystem(managedSystemKey)}>{account.targetSystemKey}</Link>,
    },
    { term: say("account.name"), value: <Link to={paths.account(accountKey)}>{account.name}</Link> },
    ...(account.disabledReason === null
      ? []
      : [{ term: say("managed.disabledBecause"), value: account.disabledReason }]),
    ...(account.conflictSince === null
      ? []
      : [{ term: say("managed.conflictSince"), value: momentOf(account.conflictSince) }]),
    ...(account.doubt === null ? [] : [{ term: say("managed.doubt"), value: say(`managed.doubt.${account.doubt}`) }]),
    { term: say("managed.last"), value: momentOf(account.lastRandomized) ?? say("managed.never") },
    { term: say("managed.next"), value: momentOf(account.nextRandomized) ?? say("managed.notPlanned") },
    {
      term: say("managed.checkedOut"),
      value: say("managed.checkouts", { count: checkoutCount, limit: checkoutLimit }),
    },
    ...(confirmWithoutVerify ? [{ term: say("managed.unverified"), value: say("managed.unverifiedExplained") }] : []),
  ];
  return <Facts facts={facts} />;
}

function History({ accountKey }: { readonly accountKey: string }) {
  const say = useText();
  const source = useMemo(() => historySource(say, accountKey), [say, accountKey]);
  return (
    <section aria-labelledby="history-title" className="gatehouse-below">
      <Title headingLevel="h2" id="history-title">
        {say("passwordHistory.title")}
      </Title>
      <p>{say("passwordHistory.explained")}</p>
      <ResourceTable source={source} />
    </section>
  );
}

function historySource(say: Say, accountKey: string): TableSource<VaultEntry> {
  return {
    name: "passwordHistory",
    title: "passwordHistory.title",
    empty: "passwordHistory.empty",
    path: pathOf("managedAccounts()/passwordHistory", accountKey),
    keyProperty: "key",
    usualOrder: "createdAt desc",
    keyOf: ({ key }) => key,
    isSearched: false,
    columns: [
      {
        name: "createdAt",
        title: "passwordHistory.created",
        sortBy: "createdAt",
        cell: ({ createdAt }) => <Moment at={createdAt} />,
        text: ({ createdAt }) => createdAt,
      },
      {
        name: "origin",
        title: "passwordHistory.origin",
        cell: ({ origin }) => say(`passwordHistory.origin.${origin}`),
        text: ({ origin }) => say(`passwordHistory.origin.${origin}`),
      },
      {
        name: "status",
        title: "account.state",
        cell: ({ status }) => say(`passwordHistory.status.${status}`),
        text: ({ status }) => say(`passwordHistory.status.${status}`),
      },
      {
        name: "openedAt",
        title: "passwordHistory.opened",
        cell: ({ openedAt }) => momentOf(openedAt),
        text: ({ openedAt }) => openedAt ?? "",
      },
      {
        name: "refusedAt",
        title: "passwordHistory.refused",
        cell: ({ refusedAt }) => momentOf(refusedAt),
        text: ({ refusedAt }) => refusedAt ?? "",
      },
      {
        name: "refusal",
        title: "passwordHistory.refusal",
        cell: ({ refusal }) => (refusal === null ? null : <q>{refusal}</q>),
        text: ({ refusal }) => refusal ?? "",
      },
      {
        name: "run",
        title: "run.title",
        cell: ({ runKey }) => (runKey === null ? null : <Link to={paths.run(runKey)}>{say("run.show")}</Link>),
        text: ({ runKey }) => runKey ?? "",
      },
    ],
    filters: [
      {
        name: "status",
        title: "account.state",
        choices: valueChoices("status", ["C", "U", "failed"], (status) => `passwordHistory.status.${status}`),
      },
    ],
  };
}
