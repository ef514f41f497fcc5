import { PageSection } from "@patternfly/react-core";
import { useMemo } from "react";
import { Link } from "react-router";

import { managedHostsPath } from "../../api/managed.ts";
import type { ManagedHost } from "../../api/model.ts";
import { PageTitle } from "../../components/announce.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";

/** Page of the hosts that fetch and set the password of an account of theirs themselves. */
export function ManagedHostsPage() {
  const say = useText();
  const source = useMemo(() => sourceOf(say), [say]);
  return (
    <PageSection>
      <PageTitle name={say("managedHosts.title")} />
      <p>{say("managedHosts.explained")}</p>
      <ResourceTable source={source} />
    </PageSection>
  );
}

const statuses = ["invited", "enrolled", "revoked"] as const;

function sourceOf(say: Say): TableSource<ManagedHost> {
  return {
    name: "managedHosts",
    title: "managedHosts.title",
    path: managedHostsPath,
    empty: "managedHosts.empty",
    keyProperty: "key",
    usualOrder: "name",
    keyOf: ({ key }) => key,
    isSearched: false,
    columns: [
      {
        name: "name",
        title: "managedHost.name",
        sortBy: "name",
        cell: ({ name, managedAccountKey }) => <Link to={paths.managedAccount(managedAccountKey)}>{name}</Link>,
        text: ({ name }) => name,
      },
      {
        name: "status",
        title: "account.state",
        cell: ({ status }) => say(`managedHost.status.${status}`),
        text: ({ status }) => say(`managedHost.status.${status}`),
      },
      {
        name: "seen",
        title: "managedHost.seen",
        sortBy: "lastSeenAt",
        cell: ({ lastSeenAt }) => (lastSeenAt === null ? say("managed.never") : <Moment at={lastSeenAt} />),
        text: ({ lastSeenAt }) => lastSeenAt ?? "",
      },
      {
        name: "invited",
        title: "managedHost.invited",
        sortBy: "invitedAt",
        cell: ({ invitedAt }) => <Moment at={invitedAt} />,
        text: ({ invitedAt }) => invitedAt,
      },
    ],
    filters: [
      {
        name: "status",
        title: "account.state",
        choices: valueChoices("status", statuses, (status) => `managedHost.status.${status}`),
      },
    ],
  };
}
