import { PageSection } from "@patternfly/react-core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { Link, useParams } from "react-router";

import { readAnew } from "../../api/changing.ts";
import { runProgressQuery, runQuery } from "../../api/managed.ts";
import type { VaultOrder, Run } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { codeWords } from "../../messages/error-words.ts";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";
import { RunActions } from "./run-actions.tsx";
import { RunCounts } from "./run-progress.tsx";

/** Page of a run: its progress, the result for each account, and its actions. */
export function RunPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(runQuery(key));
  const run = present(read);
  const { data: progress } = useQuery(runProgressQuery(key, run));
  const name =
    run === undefined
      ? say("run.title")
      : say("run.standing", { kind: say(`run.kind.${run.kind}`), state: say(`run.state.${run.state}`) });
  return (
    <PageSection>
      <EntityHeader
        name={name}
        list={{ path: paths.runs, title: "runs.title" }}
        {...(run !== undefined && { actions: <RunActions run={run} /> })}
      />
      <EntityStanding entity={read} unreadable={say("run.unreadable")} gone={say("run.gone")} />
      {run === undefined ? null : (
        <>
          <div role="status">{progress === undefined ? null : <RunCounts run={run} progress={progress} />}</div>
          <RunFacts run={run} />
          {run.kind === "massReset" ? (
            <Link to={paths.massReset(run.key)}>{say("run.massReset")}</Link>
          ) : (
            <Orders runKey={run.key} open={progress?.open} />
          )}
        </>
      )}
    </PageSection>
  );
}

function RunFacts({ run }: { readonly run: Run }) {
  const say = useText();
  const { reason, policyId, createdAt, startedAt, endedAt } = run;
  const facts = [
    { term: say("run.reason"), value: say(`run.reason.${reason}`) },
    {
      term: say("managed.policy"),
      value: policyId === null ? null : <Link to={paths.managedPolicy(policyId)}>{policyId}</Link>,
    },
    { term: say("run.created"), value: <Moment at={createdAt} /> },
    { term: say("run.started"), value: startedAt === null ? null : <Moment at={startedAt} /> },
    { term: say("run.ended"), value: endedAt === null ? null : <Moment at={endedAt} /> },
  ];
  return <Facts facts={facts} />;
}

interface OrdersProps {
  readonly runKey: string;
  /** Number of accounts that are not done yet. */
  readonly open: number | undefined;
}

function Orders({ runKey, open }: OrdersProps) {
  const say = useText();
  const may = useMay();
  const client = useQueryClient();
  // Progress is shown at once, not with the next poll of the list.
  useEffect(() => void readAnew(client, pathOf("runs()/orders", runKey)), [client, runKey, open]);
  const source = useMemo(() => orderSource(say, runKey), [say, runKey]);
  return may("runs_orders_get_list") ? <ResourceTable source={source} /> : null;
}

/** Returns the reason why an operation has failed or waits: the meaning of its code and the message of the target system. */
function whyOf({ errorCode, message }: VaultOrder): string {
  const words = errorCode === null ? "" : codeWords(errorCode);
  return [words, message ?? ""].filter((part) => part !== "").join(" ");
}

function orderSource(say: Say, runKey: string): TableSource<VaultOrder> {
  const resultOf = ({ result, begunAt }: VaultOrder) =>
    result === null ? say(begunAt === null ? "order.waits" : "order.open") : say(`order.result.${result}`);
  return {
    name: "vaultOrders",
    title: "orders.title",
    empty: "orders.empty",
    path: pathOf("runs()/orders", runKey),
    keyProperty: "key",
    usualOrder: "createdAt",
    keyOf: ({ key }) => key,
    isSearched: false,
    expand: "managedAccount($select=key,name,targetSystemKey)",
    columns: [
      {
        name: "account",
        title: "account.name",
        cell: ({ managedAccountKey, managedAccount }) => (
          <Link to={paths.managedAccount(managedAccountKey)}>{managedAccount?.name ?? managedAccountKey}</Link>
        ),
        text: ({ managedAccountKey, managedAccount }) => managedAccount?.name ?? managedAccountKey,
      },
      {
        name: "target",
        title: "account.target",
        cell: ({ targetSystemKey }) => targetSystemKey,
        text: ({ targetSystemKey }) => targetSystemKey,
      },
      {
        name: "act",
        title: "order.act",
        cell: ({ act }) => say(`order.act.${act}`),
        text: ({ act }) => say(`order.act.${act}`),
      },
      {
        name: "result",
        title: "order.result",
        cell: resultOf,
        text: resultOf,
      },
      {
        name: "why",
        title: "order.why",
        cell: whyOf,
        text: whyOf,
      },
      {
        name: "nextTryAt",
        title: "order.nextTry",
        cell: ({ nextTryAt, result }) => (nextTryAt === null || result !== null ? null : <Moment at={nextTryAt} />),
        text: ({ nextTryAt }) => nextTryAt ?? "",
      },
    ],
    filters: [
      {
        name: "result",
        title: "order.result",
        choices: [
          {
            value: "open",
            text: "order.open",
            where: "result eq null",
          },
          ...valueChoices("result", ["S", "F", "X"], (result) => `order.result.${result}`),
        ],
      },
    ],
  };
}
