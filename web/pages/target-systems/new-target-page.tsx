import { PageSection, Skeleton } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { isFollowed, operationQuery } from "../../api/operations.ts";
import { enrolledProxiesQuery } from "../../api/proxies.ts";
import { PageTitle } from "../../components/announce.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { NewTargetForm } from "./new-target-form.tsx";
import { kindsOf, type TargetKind } from "./new-target.ts";
import { TestOutcome } from "./test-outcome.tsx";

const FirstDiscovery = openedLater(
  async () => (await withTexts("phases", import("./first-discovery.tsx"))).FirstDiscovery,
);

/** Page that adds a target system step by step: kind, connection, credentials, connection test, approvers, first discovery. */
export function NewTargetPage() {
  const say = useText();
  const { data: proxies, error } = useQuery(enrolledProxiesQuery);
  return (
    <PageSection>
      <PageTitle name={say("newTarget.title")} />
      {error === null ? null : <ErrorAlert error={error} title={say("address.unreadable")} />}
      {proxies === undefined ? (
        error === null && <Skeleton screenreaderText={say("state.loading")} height="12rem" />
      ) : (
        <Steps kinds={kindsOf(proxies)} />
      )}
    </PageSection>
  );
}

interface Tested {
  readonly id: string;
  readonly operationKey: string;
}

function Steps({ kinds }: { readonly kinds: readonly TargetKind[] }) {
  const say = useText();
  const [tested, setTested] = useState<Tested>();
  const { data: operation } = useQuery(operationQuery(tested?.operationKey));
  const isUnderWay = isFollowed(tested?.operationKey, operation);
  if (kinds.length === 0)
    return (
      <Notice kind="warning" title={say("newTarget.noProxy")}>
        <Link to={paths.proxies}>{say("proxies.title")}</Link>
      </Notice>
    );
  return (
    <>
      <NewTargetForm
        kinds={kinds}
        isUnderWay={isUnderWay}
        tested={(id, operationKey) => setTested({ id, operationKey })}
      />
      <div role="status">{isUnderWay ? say("test.underWay") : ""}</div>
      <TestOutcome operation={operation} />
      {tested !== undefined && operation?.status === "succeeded" ? <FirstDiscovery id={tested.id} /> : null}
    </>
  );
}
