import { Button, Label, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import type { SamlProvider } from "../../api/model.ts";
import { samlProvidersPath } from "../../api/saml-providers.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";

const AddProviderDialog = openedLater(async () => (await import("./add-provider-dialog.tsx")).AddProviderDialog);

/** Page of the SAML identity providers. */
export function SamlProvidersPage() {
  const say = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const source = useMemo(() => sourceOf(say), [say]);
  return (
    <PageSection>
      <PageTitle name={say("samlProviders.title")} />
      <p>{say("samlProviders.explained")}</p>
      <ResourceTable
        source={source}
        add={
          may("samlproviders_post_create") ? (
            <Button onClick={() => setAdding(true)}>{say("samlProviders.add")}</Button>
          ) : null
        }
      />
      {isAdding ? <AddProviderDialog close={() => setAdding(false)} /> : null}
    </PageSection>
  );
}

/** State of an identity provider as a label. */
export function ProviderState({ isEnabled }: { readonly isEnabled: boolean }) {
  const say = useText();
  return (
    <Label isCompact {...(isEnabled && { status: "success" as const })}>
      {say(isEnabled ? "saml.enabled" : "saml.disabled")}
    </Label>
  );
}

function sourceOf(say: Say): TableSource<SamlProvider> {
  return {
    name: "samlProviders",
    title: "samlProviders.title",
    path: samlProvidersPath,
    empty: "samlProviders.empty",
    keyProperty: "id",
    usualOrder: "id",
    keyOf: ({ id }) => id,
    columns: [
      {
        name: "id",
        title: "declared.samlProviders.id",
        sortBy: "id",
        cell: ({ id }) => <Link to={paths.samlProvider(id)}>{id}</Link>,
        text: ({ id }) => id,
      },
      {
        name: "description",
        title: "declared.samlProviders.description",
        cell: ({ description }) => description,
        text: ({ description }) => description ?? "",
      },
      {
        name: "issuer",
        title: "declared.samlProviders.issuer",
        cell: ({ issuer }) => <span className="gatehouse-value">{issuer}</span>,
        text: ({ issuer }) => issuer,
      },
      {
        name: "state",
        title: "saml.state",
        cell: ({ enabled }) => <ProviderState isEnabled={enabled} />,
        text: ({ enabled }) => say(enabled ? "saml.enabled" : "saml.disabled"),
      },
    ],
    filters: [
      {
        name: "state",
        title: "saml.state",
        choices: [
          {
            value: "on",
            text: "saml.enabled",
            where: "enabled eq true",
          },
          {
            value: "off",
            text: "saml.disabled",
            where: "enabled eq false",
          },
        ],
      },
    ],
  };
}
