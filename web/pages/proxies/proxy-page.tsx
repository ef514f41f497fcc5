import { Button, PageSection, Skeleton } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { proxyServers } from "../../api/declared/proxy-servers.ts";
import type { ProxyStatus } from "../../api/model.ts";
import { proxiesPath, proxyStatusQuery } from "../../api/proxies.ts";
import { DeclaredFacts } from "../../components/declared-facts.tsx";
import { EntityHeader } from "../../components/entity-header.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { ProxyInstances } from "./proxy-instances.tsx";
import { ProxyState } from "./proxy-state.tsx";

/** Page of a proxy: its current state, its processes, its connectors, and its waiting operations. */
export function ProxyPage() {
  const say = useText();
  const { key = "" } = useParams();
  const { data: status, error } = useQuery(proxyStatusQuery(key));
  return (
    <PageSection>
      <EntityHeader
        name={say("proxy.titleOf", { id: key })}
        list={{ path: paths.proxies, title: "proxies.title" }}
        labels={<ProxyState id={key} />}
      />
      {error === null ? null : <ErrorAlert error={error} title={say("proxy.unreadable")} />}
      {status === undefined ? (
        error === null && <Skeleton screenreaderText={say("state.loading")} height="12rem" />
      ) : (
        <>
          <ProxyActions status={status} />
          <ProxyFacts status={status} />
          <ProxyInstances instances={status.instances} />
        </>
      )}
    </PageSection>
  );
}

/** Facts of a proxy as it has reported them, and the counts of its queue. */
function ProxyFacts({ status }: { readonly status: ProxyStatus }) {
  const say = useText();
  const { serviceVersion, queue, connectors, failedConnectors } = status;
  return (
    <>
      {failedConnectors.map(({ name, message }) => (
        <Notice key={name} kind="danger" title={say("proxy.failedConnector", { name })}>
          <p lang="en">{message}</p>
        </Notice>
      ))}
      <DeclaredFacts
        of={proxyServers}
        row={status}
        leftOut={["id", "status", "failedConnectors"]}
        own={{ connectors: connectors.map(({ id, version }) => `${id} ${version}`).join(", ") }}
        more={[
          { term: say("proxy.serviceVersion"), value: serviceVersion },
          { term: say("proxy.queue"), value: say("proxy.queueCounts", { ...queue }) },
        ]}
      />
    </>
  );
}

function ProxyActions({ status: { id, state } }: { readonly status: ProxyStatus }) {
  const say = useText();
  const may = useMay();
  const [doing, setDoing] = useState<"invite" | "revoke">();
  const { mutate, isPending, error, reset } = useChanging([proxiesPath]);
  const close = () => {
    setDoing(undefined);
    reset();
  };
  return (
    <div className="gatehouse-toolbar">
      {!may("proxyservers_post_invite") || !may("proxyservers_post_entrust") ? null : (
        <Button variant="secondary" onClick={() => setDoing("invite")}>
          {say("proxy.inviteAnew")}
        </Button>
      )}
      {!may("proxyservers_post_revoke") || state === "revoked" ? null : (
        <Button variant="secondary" isDanger onClick={() => setDoing("revoke")}>
          {say("proxy.revoke")}
        </Button>
      )}
      {doing === "invite" ? <InviteDialog id={id} close={close} /> : null}
      {doing === "revoke" ? (
        <FormDialog
          title={say("proxy.revokeOf", { id })}
          explained={say("proxy.revokeExplained")}
          action={say("proxy.revoke")}
          isDanger
          isPending={isPending}
          error={error}
          close={close}
          send={() => mutate(call("POST proxyServers()/revoke", { key: id }), { onSuccess: close })}
        />
      ) : null}
    </div>
  );
}
