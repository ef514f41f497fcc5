import { Skeleton, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";

import type { ProxyServer, TargetSystem } from "../../api/model.ts";
import { enrolledProxiesQuery } from "../../api/proxies.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { loadedLater } from "../../components/opened-later.tsx";
import { AddressFields } from "../../forms/address-fields.tsx";
import { addressFields, addressOf, addressValues, type AddressValues } from "../../forms/address-schema.ts";
import { EditForm } from "../../forms/edit-form.tsx";
import { useEditing } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { connectorOf } from "./connectors.ts";
import { useTarget } from "./target-context.ts";

// It is used after the form, and the page is lighter without it.
const ConnectionTest = loadedLater(async () => (await import("./connection-test.tsx")).ConnectionTest);

/** Page of the connection of a target system: its address by the schema of its connector, and a test. */
export function AddressPage() {
  const say = useText();
  const target = useTarget();
  const { data, error } = useQuery(enrolledProxiesQuery);
  if (error !== null) return <ErrorAlert error={error} title={say("address.unreadable")} />;
  if (data === undefined) return <Skeleton screenreaderText={say("state.loading")} height="12rem" />;
  return <AddressForm target={target} proxies={data} />;
}

interface AddressFormProps {
  readonly target: TargetSystem;
  readonly proxies: readonly ProxyServer[];
}

function AddressForm({ target, proxies }: AddressFormProps) {
  const say = useText();
  const may = useMay();
  const edited = target as TargetSystem & { values: AddressValues };
  const editing = useEditing(edited, { set: "targetSystems", key: target.id });
  if (target.type === null) return <Notice kind="info" title={say("target.noConnector")} />;
  const connector = connectorOf(target, proxies);
  if (connector === undefined)
    return <Notice kind="warning" title={say("address.noConnector", { type: target.type })} />;
  const fields = addressFields(connector.addressSchema);
  const values = editing.edits.values ?? addressValues(fields, editing.shown.address ?? {});
  return (
    <>
      <p>{say("address.takesPasswords")}</p>
      <EditForm
        editing={editing}
        isReadOnly={!may("targetsystems_patch_update")}
        save={() => editing.save({ address: addressOf(fields, values) })}
      >
        <AddressFields
          connector={connector.id}
          fields={fields}
          values={values}
          faults={editing.faults}
          change={(changed) => editing.edit({ values: changed })}
        />
      </EditForm>
      <Title headingLevel="h3">{say("test.title")}</Title>
      <Suspense fallback={<Skeleton screenreaderText={say("state.loading")} />}>
        <ConnectionTest id={target.id} isUnsaved={editing.isChanged} />
      </Suspense>
    </>
  );
}
