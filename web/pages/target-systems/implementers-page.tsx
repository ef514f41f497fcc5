import { Notice } from "../../components/notice.tsx";
import { EditForm } from "../../forms/edit-form.tsx";
import { useEditing } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ImplementerList, sentImplementers } from "../implementers/implementer-list.tsx";
import { useTarget } from "./target-context.ts";

/** Page of the implementers of a target system, to whom operations are offered as tasks. */
export function ImplementersPage() {
  const say = useText();
  const target = useTarget();
  const may = useMay();
  const editing = useEditing(target, { set: "targetSystems", key: target.id });
  const { implementers, fulfilment } = editing.shown;
  const isReadOnly = !may("targetsystems_patch_update");
  return (
    <>
      <p>{say("implementers.explained")}</p>
      <State fulfilment={fulfilment} isEmpty={implementers.length === 0} />
      <EditForm
        editing={editing}
        isReadOnly={isReadOnly}
        save={() => editing.save({ implementers: sentImplementers(implementers) })}
      >
        <ImplementerList
          implementers={implementers}
          isReadOnly={isReadOnly}
          faults={editing.faults}
          change={(changed) => editing.edit({ implementers: changed })}
        />
      </EditForm>
    </>
  );
}

interface StateProps {
  readonly fulfilment: string;
  readonly isEmpty: boolean;
}

function State({ fulfilment, isEmpty }: StateProps) {
  const say = useText();
  if (fulfilment !== "implementer") return <Notice kind="info" title={say("implementers.notAsked")} />;
  return isEmpty ? <Notice kind="warning" title={say("implementers.none")} /> : null;
}
