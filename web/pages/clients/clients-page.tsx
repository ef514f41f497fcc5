import { Button, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import { clientsPath } from "../../api/clients.ts";
import type { Client } from "../../api/model.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { ClientState } from "./client-state.tsx";

const NewClientDialog = openedLater(async () => (await import("./client-dialog.tsx")).NewClientDialog);

/** Page of the OAuth clients. */
export function ClientsPage() {
  const say = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const source = useMemo(() => sourceOf(say), [say]);
  return (
    <PageSection>
      <PageTitle name={say("clients.title")} />
      <p>{say("clients.explained")}</p>
      <ResourceTable
        source={source}
        add={may("clients_post_create") ? <Button onClick={() => setAdding(true)}>{say("client.add")}</Button> : null}
      />
      {isAdding ? <NewClientDialog close={() => setAdding(false)} /> : null}
    </PageSection>
  );
}

function sourceOf(say: Say): TableSource<Client> {
  return {
    name: "clients",
    title: "clients.title",
    path: clientsPath,
    empty: "clients.empty",
    keyProperty: "id",
    usualOrder: "id",
    keyOf: ({ id }) => id,
    columns: [
      {
        name: "id",
        title: "declared.clients.id",
        sortBy: "id",
        cell: ({ id }) => <Link to={paths.client(id)}>{id}</Link>,
        text: ({ id }) => id,
      },
      {
        name: "displayName",
        title: "declared.clients.displayName",
        sortBy: "displayName",
        cell: ({ displayName }) => displayName,
        text: ({ displayName }) => displayName ?? "",
      },
      {
        name: "kind",
        title: "client.kind",
        cell: ({ isPublic }) => say(isPublic ? "client.public" : "client.confidential"),
        text: ({ isPublic }) => say(isPublic ? "client.public" : "client.confidential"),
      },
      {
        name: "grants",
        title: "declared.clients.grants",
        cell: ({ grants }) => grants.map((grant) => say(`declared.clients.grants.${grant}`)).join(", "),
        text: ({ grants }) => grants.join(" "),
      },
      {
        name: "enabled",
        title: "client.state",
        sortBy: "enabled",
        cell: ({ enabled }) => <ClientState enabled={enabled} />,
        text: ({ enabled }) => say(enabled ? "client.enabled" : "client.disabled"),
      },
    ],
    filters: [
      {
        name: "enabled",
        title: "client.state",
        choices: [
          {
            value: "yes",
            text: "client.enabled",
            where: "enabled eq true",
          },
          {
            value: "no",
            text: "client.disabled",
            where: "enabled eq false",
          },
        ],
      },
    ],
  };
}
