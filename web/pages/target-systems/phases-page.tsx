import { Button } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import type { AuthorizationPhase, TargetSystem } from "../../api/model.ts";
import { namesQuery, targetPath, targetSystemsPath } from "../../api/target-systems.ts";
import { Notice } from "../../components/notice.tsx";
import { EditForm } from "../../forms/edit-form.tsx";
import { useEditing } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { useSession } from "../../session/use-session.ts";
import { PhaseFields } from "./phase-fields.tsx";
import { newPhase, sentPhases } from "./phases.ts";
import { useTarget } from "./target-context.ts";

/** Who decides about requests on a target system, phase by phase. */
export function PhasesPage() {
  const say = useText();
  const target = useTarget();
  const { may } = useSession();
  const editing = useEditing<TargetSystem>(target, { path: targetPath(target.id), sets: [targetSystemsPath] });
  const { authorizationPhases: phases, autoApprove } = editing.shown;
  const keys = phases.flatMap(({ authorizers }) => authorizers.flatMap(({ userKey }) => userKey ?? []));
  const names = useQuery(namesQuery([...new Set(keys)].toSorted())).data;
  const change = (changed: readonly AuthorizationPhase[]) => editing.edit({ authorizationPhases: changed });
  const isReadOnly = may["targetsystems_patch_update"] === "none";
  return (
    <EditForm {...{ editing, isReadOnly }} save={() => editing.save({ authorizationPhases: sentPhases(phases) })}>
      <p>{say("phases.explained")}</p>
      {phases.length === 0 ? (
        <Notice
          kind={autoApprove ? "warning" : "info"}
          title={say(autoApprove ? "phases.noneApproved" : "phases.noneRefused")}
        />
      ) : null}
      {phases.map((phase, index) => (
        <PhaseFields
          // A phase has no key of its own: it is the one that stands there.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          {...{ phase, index, names, isReadOnly }}
          faults={editing.faults}
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
    </EditForm>
  );
}
