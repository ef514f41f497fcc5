import { Link } from "react-router";

import { historicalPolicyId, managedAccountsPath, underPolicy } from "../../api/managed.ts";
import type { ManagedAccount, ManagedSystemPolicy } from "../../api/model.ts";
import { Moment } from "../../messages/moment.tsx";
import type { Say } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import type { TableFilter, TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";
import { managedStateWords, ManagedStates } from "./account-state.tsx";

interface AccountSourceTerms {
  /** Name under which this browser saves columns and views of the list. */
  readonly name: string;
  readonly title: TableSource<ManagedAccount>["title"];
  readonly empty: TableSource<ManagedAccount>["empty"];
  /** A condition that always applies. */
  readonly where?: string;
  readonly filters: readonly TableFilter[];
}

/** Returns the source of a list of managed accounts. */
export function accountSource(say: Say, terms: AccountSourceTerms): TableSource<ManagedAccount> {
  return {
    path: managedAccountsPath,
    keyProperty: "key",
    usualOrder: "key",
    keyOf: ({ key }) => key,
    ...terms,
    columns: [
      {
        name: "account",
        title: "account.name",
        cell: ({ key, name }) => <Link to={paths.managedAccount(key)}>{name}</Link>,
        text: ({ name }) => name,
      },
      {
        name: "target",
        title: "account.target",
        cell: ({ targetSystemKey }) => targetSystemKey,
        text: ({ targetSystemKey }) => targetSystemKey,
      },
      {
        name: "policy",
        title: "managed.policy",
        sortBy: "policyId",
        cell: ({ policyId }) => <Link to={paths.managedPolicy(policyId)}>{policyId}</Link>,
        text: ({ policyId }) => policyId,
      },
      {
        name: "state",
        title: "account.state",
        cell: (account) => <ManagedStates account={account} />,
        text: (account) => managedStateWords(account, say).join(", "),
      },
      {
        name: "last",
        title: "managed.last",
        sortBy: "lastRandomized",
        cell: ({ lastRandomized }) => (lastRandomized === null ? say("managed.never") : <Moment at={lastRandomized} />),
        text: ({ lastRandomized }) => lastRandomized ?? "",
      },
      {
        name: "next",
        title: "managed.next",
        sortBy: "nextRandomized",
        cell: ({ nextRandomized }) => (nextRandomized === null ? null : <Moment at={nextRandomized} />),
        text: ({ nextRandomized }) => nextRandomized ?? "",
      },
      {
        name: "since",
        title: "managed.conflictSince",
        sortBy: "conflictSince",
        isHidden: true,
        cell: ({ conflictSince }) => (conflictSince === null ? null : <Moment at={conflictSince} />),
        text: ({ conflictSince }) => conflictSince ?? "",
      },
    ],
  };
}

/** Filters by the state of the password, and by whether the account is managed. */
export const stateFilters: readonly TableFilter[] = [
  {
    name: "password",
    title: "account.password",
    choices: valueChoices("status", ["C", "U", "conflict"], (status) => `managed.status.${status}`),
  },
  {
    name: "managed",
    title: "managed.management",
    choices: [
      {
        value: "yes",
        text: "managed.managed",
        where: `policyId ne '${historicalPolicyId}' and disabledReason eq null`,
      },
      {
        value: "disabled",
        text: "managed.disabled",
        where: "disabledReason ne null",
      },
      {
        value: "historical",
        text: "managed.historical",
        where: underPolicy(historicalPolicyId),
      },
    ],
  },
];

/** Returns a filter by the policy. */
export function policyFilter(policies: readonly Pick<ManagedSystemPolicy, "id">[]): TableFilter {
  return {
    name: "policy",
    title: "managed.policy",
    choices: policies.map(({ id }) => ({
      value: id,
      name: id,
      where: underPolicy(id),
    })),
  };
}
