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
import { FormField } from "../../forms/form-field.tsx";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { NewTargetForm } from "./new-target-form.tsx";
import { kindsOf, type TargetKind } from "./new-target.ts";
import { TestOutcome } from "./test-outcome.tsx";

const PeopleTarget = openedLater(
  async () => (await withTexts("implementers", import("./people-target.tsx"))).PeopleTarget,
);
const FirstDiscovery = openedLater(
  async () => (await withTexts("phases", import("./first-discovery.tsx"))).FirstDiscovery,
);

/** Page that adds a target system step by step: kind, connection, credentials, connection test, approvers, first discovery; or one that people serve. */
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
        <Performers kinds={kindsOf(proxies)} />
      )}
    </PageSection>
  );
}

/** Choice between a connector and people, and the steps of the chosen one. */
function Performers({ kinds }: { readonly kinds: readonly TargetKind[] }) {
  const say = useText();
  const [performer, setPerformer] = useState<"connector" | "people">("connector");
  return (
    <>
      <FormField
        id="performer"
        label={say("newTarget.performer")}
        input={{
          is: "choice",
          choices: (["connector", "people"] as const).map((value) => ({
            value,
            label: say(`newTarget.performer.${value}`),
          })),
        }}
        value={performer}
        change={(value) => setPerformer(value === "people" ? "people" : "connector")}
      />
      {performer === "people" ? <PeopleTarget /> : <Steps kinds={kinds} />}
    </>
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
