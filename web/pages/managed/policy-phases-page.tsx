import { PageSection, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { historicalPolicyId, managedPolicyQuery } from "../../api/managed.ts";
import type { ManagedSystemPolicy } from "../../api/model.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Notice } from "../../components/notice.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { EditForm } from "../../forms/edit-form.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { PhasePicture } from "../phases/phase-picture.tsx";
import { usePhasesEditing } from "../phases/use-phases-editing.ts";

const PhaseList = openedLater(async () => (await import("../phases/phase-list.tsx")).PhaseList);

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
      {policy === undefined ? null : <PolicyPhasesForm key={policy.id} policy={policy} />}
    </PageSection>
  );
}

function PolicyPhasesForm({ policy }: { readonly policy: ManagedSystemPolicy }) {
  const say = useText();
  const may = useMay();
  const place = { set: "managedSystemPolicies", key: policy.id } as const;
  const { shown, names, faults, edit, save, editing } = usePhasesEditing(policy, place);
  const { authorizationPhases: phases } = shown;
  const isReadOnly = !may("managedsystempolicies_post_setauthorizationphases") || policy.id === historicalPolicyId;
  return (
    <>
      <p>{say("policyPhases.explained")}</p>
      {phases.length === 0 ? (
        <Notice kind="info" title={say("policyPhases.none")} />
      ) : (
        <>
          <Title headingLevel="h2">{say("phases.picture")}</Title>
          <PhasePicture phases={phases} names={names} />
        </>
      )}
      <EditForm editing={editing} isReadOnly={isReadOnly} save={save}>
        <Title headingLevel="h2">{say("managedPolicy.phases")}</Title>
        <PhaseList
          phases={phases}
          names={names}
          isReadOnly={isReadOnly}
          faults={faults}
          change={(authorizationPhases) => edit({ authorizationPhases })}
        />
      </EditForm>
    </>
  );
}
