import { Title } from "@patternfly/react-core";
import { useMemo } from "react";

import { discoveryCode } from "#domain/requests/named-codes.ts";

import type { Operation } from "../../api/model.ts";
import { literal } from "../../api/odata.ts";
import { operationsPath } from "../../api/operations.ts";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { DiscoveryControl } from "./discovery-control.tsx";
import { useTarget } from "./target-context.ts";

/** Page of the discoveries of a target system: an action to start one, its progress, and the earlier ones. */
export function DiscoveryPage() {
  const say = useText();
  const { id } = useTarget();
  const source = useMemo(() => discoverySource(say, id), [say, id]);
  return (
    <>
      <p>{say("discovery.explained")}</p>
      <DiscoveryControl id={id} />
      <Title headingLevel="h3">{say("discovery.before")}</Title>
      <ResourceTable source={source} />
    </>
  );
}

function discoverySource(say: Say, id: string): TableSource<Operation> {
  return {
    name: "discoveries",
    title: "discovery.before",
    path: operationsPath,
    empty: "discovery.empty",
    keyProperty: "key",
    usualOrder: "createdAt desc",
    isSearched: false,
    keyOf: ({ key }) => key,
    where: `code eq '${discoveryCode}' and targetSystemKey eq ${literal(id)}`,
    columns: [
      {
        name: "createdAt",
        title: "discovery.begun",
        sortBy: "createdAt",
        cell: ({ createdAt }) => <Moment at={createdAt} />,
        text: ({ createdAt }) => createdAt,
      },
      {
        name: "status",
        title: "work.status",
        cell: ({ status }) => say(`work.${status}`),
        text: ({ status }) => status,
      },
      {
        name: "trigger",
        title: "discovery.trigger",
        cell: ({ discovery }) => (discovery === null ? "" : say(`discovery.trigger.${discovery.trigger}`)),
        text: ({ discovery }) => discovery?.trigger ?? "",
      },
      {
        name: "listed",
        title: "discovery.listed",
        cell: ({ discovery }) => discovery?.listed,
        text: ({ discovery }) => String(discovery?.listed ?? ""),
      },
      {
        name: "loaded",
        title: "discovery.loaded",
        cell: ({ discovery }) => (discovery === null ? "" : say("discovery.loadedCounts", { ...discovery.loaded })),
        text: ({ discovery }) => (discovery === null ? "" : say("discovery.loadedCounts", { ...discovery.loaded })),
      },
      {
        name: "error",
        title: "work.failure",
        cell: ({ error }) => error?.message ?? error?.code,
        text: ({ error }) => error?.message ?? error?.code ?? "",
      },
    ],
  };
}
