import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";

import { type OperationCode, operationCodes } from "#domain/requests/operation-codes.ts";

import type { Operation } from "../../api/model.ts";
import { operationsPath } from "../../api/operations.ts";
import { targetNamesQuery } from "../../api/target-names.ts";
import { PageTitle } from "../../components/announce.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableFilter, TableSource } from "../../table/table-column.ts";
import { targetFilter } from "../../table/target-filter.ts";
import { valueChoices } from "../../table/value-choices.ts";
import { doneWords, OperationState, wrongWords } from "./operation-words.tsx";

/** Page of the operations on target systems, newest first: running, retried, failed and completed ones. */
export function OperationsPage() {
  const say = useText();
  const { data: targets } = useQuery(targetNamesQuery);
  const source = useMemo(() => sourceOf(say, targets ?? []), [say, targets]);
  return (
    <PageSection>
      <PageTitle name={say("operations.title")} />
      <p>{say("operations.explained")}</p>
      <ResourceTable source={source} />
    </PageSection>
  );
}

const states = {
  open: "finishedAt eq null",
  again: "nextTryAt ne null",
  failed: "status eq 'failed'",
  succeeded: "status eq 'succeeded'",
} as const;

const filtersOf = (targets: Parameters<typeof targetFilter>[0]): readonly TableFilter[] => [
  {
    name: "state",
    title: "operations.state",
    choices: (Object.keys(states) as (keyof typeof states)[]).map((state) => ({
      value: state,
      text: `operations.only.${state}` as const,
      where: states[state],
    })),
  },
  targetFilter(targets),
  {
    name: "operation",
    title: "operations.what",
    choices: valueChoices("code", Object.keys(operationCodes) as OperationCode[], (code) => `operation.${code}`),
  },
];

function sourceOf(say: Say, targets: Parameters<typeof targetFilter>[0]): TableSource<Operation> {
  return {
    name: "operations",
    title: "operations.title",
    path: operationsPath,
    empty: "operations.empty",
    keyProperty: "key",
    usualOrder: "createdAt desc",
    keyOf: ({ key }) => key,
    isSearched: false,
    filters: filtersOf(targets),
    columns: [
      {
        name: "operation",
        title: "operations.what",
        cell: (row) => <Link to={paths.operation(row.key)}>{doneWords(row, say)}</Link>,
        text: (row) => doneWords(row, say),
      },
      {
        name: "target",
        title: "account.target",
        sortBy: "targetSystemKey",
        cell: ({ targetSystemKey }) => targetSystemKey,
        text: ({ targetSystemKey }) => targetSystemKey ?? "",
      },
      {
        name: "state",
        title: "operations.state",
        cell: (row) => <OperationState operation={row} />,
        text: ({ status }) => say(`operations.status.${status}`),
      },
      {
        name: "wrong",
        title: "operations.wrong",
        cell: wrongWords,
        text: wrongWords,
      },
      {
        name: "createdAt",
        title: "operations.created",
        sortBy: "createdAt",
        cell: ({ createdAt }) => <Moment at={createdAt} />,
        text: ({ createdAt }) => createdAt,
      },
      {
        name: "again",
        title: "operations.again",
        cell: ({ nextTryAt }) => (nextTryAt === null ? null : <Moment at={nextTryAt} />),
        text: ({ nextTryAt }) => nextTryAt ?? "",
      },
      {
        name: "finishedAt",
        title: "operations.ended",
        sortBy: "finishedAt",
        cell: ({ finishedAt }) => (finishedAt === null ? null : <Moment at={finishedAt} />),
        text: ({ finishedAt }) => finishedAt ?? "",
      },
    ],
  };
}
