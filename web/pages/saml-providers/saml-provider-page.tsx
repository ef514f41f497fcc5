import { Button, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";

import { call, type Tagged } from "../../api/call.ts";
import { samlProviders } from "../../api/declared/saml-providers.ts";
import type { SamlProvider } from "../../api/model.ts";
import { samlProviderQuery, samlProvidersPath } from "../../api/saml-providers.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import { trimmedValues } from "../../forms/declared-values.ts";
import { EditForm } from "../../forms/edit-form.tsx";
import { useEditing } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { CertificatesField } from "./certificates-field.tsx";
import { ProviderState } from "./saml-providers-page.tsx";
import { sentProvider } from "./sent-provider.ts";

/** Page of an identity provider, with a form that edits it. */
export function SamlProviderPage() {
  const say = useText();
  const { id = "" } = useParams();
  const read = useQuery(samlProviderQuery(id));
  const provider = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={id}
        list={{ path: paths.samlProviders, title: "samlProviders.title" }}
        {...(provider !== undefined && {
          labels: <ProviderState isEnabled={provider.enabled} />,
          actions: <RemoveProvider id={provider.id} />,
        })}
      />
      <EntityStanding entity={read} unreadable={say("saml.unreadable")} gone={say("saml.gone")} />
      {provider === undefined ? null : <ProviderForm key={provider.id} provider={provider} />}
    </PageSection>
  );
}

function ProviderForm({ provider }: { readonly provider: Tagged<SamlProvider> }) {
  const may = useMay();
  const editing = useEditing(provider, { set: "samlProviders", key: provider.id });
  const isReadOnly = !may("samlproviders_patch_update");
  return (
    <EditForm
      editing={editing}
      isReadOnly={isReadOnly}
      save={() => editing.save(sentProvider(trimmedValues(editing.edits)))}
    >
      <DeclaredFields
        of={samlProviders}
        {...editing.fields}
        isReadOnly={isReadOnly}
        own={{ certificates: (field) => <CertificatesField {...field} /> }}
      />
    </EditForm>
  );
}

function RemoveProvider({ id }: { readonly id: string }) {
  const say = useText();
  const may = useMay();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  if (!may("samlproviders_delete")) return null;
  return (
    <>
      <Button variant="secondary" isDanger onClick={() => setAsking(true)}>
        {say("saml.remove")}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={say("saml.remove")}
          of={id}
          explained={say("saml.removeExplained", { id })}
          action={say("saml.remove")}
          isDanger
          call={call("DELETE samlProviders()", { key: id })}
          sets={[samlProvidersPath]}
          leave={() => navigate(paths.samlProviders)}
          close={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
