import { Title } from "@patternfly/react-core";
import type { ReactNode } from "react";

import { openedLater } from "../../components/opened-later.tsx";
import { EditForm } from "../../forms/edit-form.tsx";
import { useText } from "../../messages/text.ts";
import { PhasePicture } from "./phase-picture.tsx";
import { type PhasesPlace, usePhasesEditing, type WithPhases } from "./use-phases-editing.ts";

const PhaseList = openedLater(async () => (await import("./phase-list.tsx")).PhaseList);

interface PhasesFormProps {
  readonly stored: WithPhases;
  readonly place: PhasesPlace;
  readonly isReadOnly: boolean;
  /** Title of the fields. */
  readonly title: string;
  /** Content in place of the picture while there are no phases. */
  readonly none?: ReactNode;
}

/** Phases of an object that has nothing else to say about them: as a picture and as fields. */
export function PhasesForm({ stored, place, isReadOnly, title, none = null }: PhasesFormProps) {
  const say = useText();
  const { shown, names, faults, edit, save, editing } = usePhasesEditing(stored, place);
  const { authorizationPhases: phases } = shown;
  return (
    <>
      {phases.length === 0 ? (
        none
      ) : (
        <>
          <Title headingLevel="h2">{say("phases.picture")}</Title>
          <PhasePicture phases={phases} names={names} />
        </>
      )}
      <EditForm editing={editing} isReadOnly={isReadOnly} save={save}>
        <Title headingLevel="h2">{title}</Title>
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
