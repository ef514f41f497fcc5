import { Button } from "@patternfly/react-core";

import type { AuthorizationPhase } from "../../api/model.ts";
import { useText } from "../../messages/text.ts";
import { PhaseFields } from "./phase-fields.tsx";
import { newPhase, type PhaseFieldsProps } from "./phases.ts";

interface PhaseListProps extends Pick<PhaseFieldsProps, "names" | "faults" | "isReadOnly"> {
  readonly phases: readonly AuthorizationPhase[];
  change(phases: readonly AuthorizationPhase[]): void;
}

/** Fields of the phases in their order, with actions to add, move up and remove one. */
export function PhaseList({ phases, names, faults, isReadOnly, change }: PhaseListProps) {
  const say = useText();
  return (
    <>
      {phases.map((phase, index) => (
        <PhaseFields
          // A phase has no key of its own; its position identifies it.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          phase={phase}
          index={index}
          names={names}
          faults={faults}
          isReadOnly={isReadOnly}
          change={(changed) => change(phases.with(index, changed))}
          remove={() => change(phases.toSpliced(index, 1))}
          {...(index > 0 && {
            raise: () => change(phases.toSpliced(index, 1).toSpliced(index - 1, 0, phase)),
          })}
        />
      ))}
      {isReadOnly ? null : (
        <div>
          <Button variant="secondary" onClick={() => change([...phases, newPhase])}>
            {say("phases.add")}
          </Button>
        </div>
      )}
    </>
  );
}
