import { PageSection } from "@patternfly/react-core";
import { useMemo } from "react";
import { Link } from "react-router";

import type { Policy } from "../../api/model.ts";
import { policiesPath } from "../../api/policies.ts";
import { PageTitle } from "../../components/announce.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { PolicyOrigin } from "./policy-origin.tsx";

/** Page of the policies by their names, with their active texts and last editors. */
export function PoliciesPage() {
  const say = useText();
  const source = useMemo(() => sourceOf(say), [say]);
  return (
    <PageSection>
      <PageTitle name={say("policies.title")} />
      <p>{say("policies.explained")}</p>
      <ResourceTable source={source} />
    </PageSection>
  );
}

const newest = ({ versions }: Policy) => versions?.[0];

function sourceOf(say: Say): TableSource<Policy> {
  return {
    name: "policies",
    title: "policies.title",
    path: policiesPath,
    empty: "policies.empty",
    keyProperty: "name",
    usualOrder: "name",
    keyOf: ({ name }) => name,
    expand: "versions($select=key,changedBy,changedAt;$orderby=number desc;$top=1)",
    columns: [
      {
        name: "name",
        title: "policy.name",
        sortBy: "name",
        cell: ({ name }) => <Link to={paths.policy(name)}>{name}</Link>,
        text: ({ name }) => name,
      },
      {
        name: "inForce",
        title: "policy.inForce",
        cell: ({ inForce }) => <code className="gatehouse-value">{inForce}</code>,
        text: ({ inForce }) => inForce,
      },
      {
        name: "origin",
        title: "policy.origin",
        cell: ({ origin }) => <PolicyOrigin origin={origin} />,
        text: ({ origin }) => say(`policy.origin.${origin}`),
      },
      {
        name: "number",
        title: "policy.version",
        sortBy: "number",
        cell: ({ number }) => (number === 0 ? "" : number),
        text: ({ number }) => String(number),
      },
      {
        name: "changedBy",
        title: "policy.who",
        cell: (policy) => newest(policy)?.changedBy,
        text: (policy) => newest(policy)?.changedBy ?? "",
      },
      {
        name: "changedAt",
        title: "policy.when",
        cell: (policy) => {
          const version = newest(policy);
          return version === undefined ? null : <Moment at={version.changedAt} />;
        },
        text: (policy) => newest(policy)?.changedAt ?? "",
      },
    ],
    filters: [
      {
        name: "origin",
        title: "policy.origin",
        choices: [
          {
            value: "changed",
            text: "policy.origin.changed",
            where: "origin eq 'changed'",
          },
          {
            value: "setAside",
            text: "policy.origin.setAside",
            where: "origin eq 'setAside'",
          },
          {
            value: "default",
            text: "policy.origin.default",
            where: "origin eq 'default'",
          },
        ],
      },
    ],
  };
}
