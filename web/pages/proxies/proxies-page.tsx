import { Button, PageSection } from "@patternfly/react-core";
import { useState } from "react";
import { Link } from "react-router";

import type { ProxyServer } from "../../api/model.ts";
import { proxiesPath } from "../../api/proxies.ts";
import { PageTitle } from "../../components/announce.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { ProxyState } from "./proxy-state.tsx";

const source: TableSource<ProxyServer> = {
  name: "proxies",
  title: "proxies.title",
  path: proxiesPath,
  empty: "proxies.empty",
  keyProperty: "id",
  usualOrder: "id",
  keyOf: ({ id }) => id,
  columns: [
    {
      name: "id",
      title: "declared.proxyServers.id",
      sortBy: "id",
      cell: ({ id }) => <Link to={paths.proxy(id)}>{id}</Link>,
      text: ({ id }) => id,
    },
    {
      name: "status",
      title: "proxy.state",
      cell: ({ id }) => <ProxyState id={id} />,
      text: ({ status }) => status,
    },
    {
      name: "softwareVersion",
      title: "declared.proxyServers.softwareVersion",
      sortBy: "softwareVersion",
      cell: ({ softwareVersion }) => softwareVersion,
      text: ({ softwareVersion }) => softwareVersion ?? "",
    },
    {
      name: "connectors",
      title: "declared.proxyServers.connectors",
      cell: ({ connectors }) => connectors.map(({ id }) => id).join(", "),
      text: ({ connectors }) => connectors.map(({ id, version }) => `${id} ${version}`).join(" "),
    },
    {
      name: "failed",
      title: "declared.proxyServers.failedConnectors",
      cell: ({ failedConnectors }) => failedConnectors.map(({ name }) => name).join(", "),
      text: ({ failedConnectors }) => failedConnectors.map(({ name }) => name).join(" "),
    },
    {
      name: "lastSeenAt",
      title: "declared.proxyServers.lastSeenAt",
      sortBy: "lastSeenAt",
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? null : <Moment at={lastSeenAt} />),
      text: ({ lastSeenAt }) => lastSeenAt ?? "",
    },
  ],
};

/** Page of the proxies with their states, and an action to add one. */
export function ProxiesPage() {
  const say = useText();
  const may = useMay();
  const [isInviting, setInviting] = useState(false);
  return (
    <PageSection>
      <PageTitle name={say("proxies.title")} />
      <p>{say("proxies.explained")}</p>
      <ResourceTable
        source={source}
        add={
          !may("proxyservers_post_invite") ? null : (
            <Button onClick={() => setInviting(true)}>{say("proxy.invite")}</Button>
          )
        }
      />
      {isInviting ? <InviteDialog close={() => setInviting(false)} /> : null}
    </PageSection>
  );
}
