import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { historicalPolicyId, managedPolicyQuery } from "../../api/managed.ts";
import type { ManagedSystemPolicy } from "../../api/model.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Notice } from "../../components/notice.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { PhasesForm } from "../phases/phases-form.tsx";

/** Page of the approval phases of check-outs under a managed system policy: as a picture and as fields. */
export function PolicyPhasesPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(managedPolicyQuery(key));
  const policy = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={say("policyPhases.title", { id: key })}
        list={{ path: paths.managedPolicy(key), title: "managed.policy", isOneThing: true }}
      />
      <EntityStanding entity={read} unreadable={say("managedPolicy.unreadable")} gone={say("managedPolicy.gone")} />
      {policy === undefined ? null : <PolicyPhases key={policy.id} policy={policy} />}
    </PageSection>
  );
}

function PolicyPhases({ policy }: { readonly policy: ManagedSystemPolicy }) {
  const say = useText();
  const may = useMay();
  return (
    <>
      <p>{say("policyPhases.explained")}</p>
      <PhasesForm
        stored={policy}
        place={{ set: "managedSystemPolicies", key: policy.id }}
        isReadOnly={!may("managedsystempolicies_post_setauthorizationphases") || policy.id === historicalPolicyId}
        title={say("managedPolicy.phases")}
        none={<Notice kind="info" title={say("policyPhases.none")} />}
      />
    </>
  );
}
