import { useQuery } from "@tanstack/react-query";

import { namesQuery } from "../../api/person-names.ts";
import { Notice } from "../../components/notice.tsx";
import { EditForm } from "../../forms/edit-form.tsx";
import { useEditing } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { PhaseList } from "../phases/phase-list.tsx";
import { PhasePicture } from "../phases/phase-picture.tsx";
import { PhaseSimulation } from "../phases/phase-simulation.tsx";
import { peopleIn, sentPhases } from "../phases/phases.ts";
import { useTarget } from "./target-context.ts";

/** Page of the approval phases of a target system: as a picture, as fields, and with a dry run of a change. */
export function PhasesPage() {
  const say = useText();
  const target = useTarget();
  const may = useMay();
  const editing = useEditing(target, { set: "targetSystems", key: target.id });
  const { authorizationPhases: phases, autoApprove } = editing.shown;
  const names = useQuery(namesQuery(peopleIn(phases))).data;
  const isReadOnly = !may("targetsystems_patch_update");
  return (
    <>
      <p>{say("phases.explained")}</p>
      {phases.length === 0 ? (
        <Notice
          kind={autoApprove ? "warning" : "info"}
          title={say(autoApprove ? "phases.noneApproved" : "phases.noneRefused")}
        />
      ) : (
        <PhasePicture phases={phases} names={names} />
      )}
      <EditForm
        editing={editing}
        isReadOnly={isReadOnly}
        save={() => editing.save({ authorizationPhases: sentPhases(phases) })}
      >
        <PhaseList
          phases={phases}
          names={names}
          isReadOnly={isReadOnly}
          faults={editing.faults}
          change={(authorizationPhases) => editing.edit({ authorizationPhases })}
        />
      </EditForm>
      <PhaseSimulation resourceType="targetSystem" resourceKey={target.id} phases={phases} />
    </>
  );
}
