import { PageSection, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { groupQuery } from "../../api/groups.ts";
import type { Group } from "../../api/model.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { EditForm } from "../../forms/edit-form.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { PhaseList } from "../phases/phase-list.tsx";
import { PhasePicture } from "../phases/phase-picture.tsx";
import { PhaseSimulation } from "../phases/phase-simulation.tsx";
import { usePhasesEditing } from "../phases/use-phases-editing.ts";

/** Page of the approval phases of a group: its own phases as a picture and as fields, and their relation to those of its target system. */
export function GroupPhasesPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(groupQuery(key));
  const group = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={read.data === undefined ? say("group.phases") : say("groupPhases.title", { group: read.data.shortId })}
        list={{ path: paths.group(key), title: "group.title", isOneThing: true }}
      />
      <EntityStanding entity={read} unreadable={say("group.unreadable")} gone={say("group.gone")} />
      {group === undefined ? null : <GroupPhasesForm key={group.key} group={group} />}
    </PageSection>
  );
}

const inheritances = ["inheritedOnly", "add", "none"] as const satisfies readonly Group["phaseInheritance"][];

function GroupPhasesForm({ group }: { readonly group: Group }) {
  const say = useText();
  const may = useMay();
  const { shown, names, faults, edit, save, editing } = usePhasesEditing(group, { set: "groups", key: group.key });
  const { authorizationPhases: phases, phaseInheritance } = shown;
  const isReadOnly = !may("groups_post_setauthorizationphases");
  return (
    <>
      <Title headingLevel="h2">{say("phases.picture")}</Title>
      <p>{say(`group.phases.${phaseInheritance}`)}</p>
      <PhasePicture phases={phases} names={names} />
      <EditForm editing={editing} isReadOnly={isReadOnly} save={save}>
        <FormField
          id="inheritance"
          label={say("groupPhases.inheritance")}
          isDisabled={isReadOnly}
          input={{
            is: "choice",
            choices: inheritances.map((value) => ({ value, label: say(`group.phases.${value}`) })),
          }}
          value={phaseInheritance}
          change={(value) => edit({ phaseInheritance: value as Group["phaseInheritance"] })}
        />
        <Title headingLevel="h2">{say("groupPhases.own")}</Title>
        <PhaseList
          phases={phases}
          names={names}
          isReadOnly={isReadOnly}
          faults={faults}
          change={(authorizationPhases) => edit({ authorizationPhases })}
        />
      </EditForm>
      <PhaseSimulation resourceType="managedGroup" resourceKey={group.key} phases={phases} />
    </>
  );
}
