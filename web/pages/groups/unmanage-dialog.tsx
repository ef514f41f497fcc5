import { Button } from "@patternfly/react-core";

import { Dialog } from "../../components/dialog.tsx";
import { useText } from "../../messages/text.ts";
import type { NamedGroup } from "./use-managing.ts";

interface UnmanageDialogProps {
  readonly groups: readonly NamedGroup[];
  unmanage(): void;
  close(): void;
}

/** Names that a dialog lists at most. */
const namesMax = 20;

/** A dialog that asks before groups can no longer be requested. */
export function UnmanageDialog({ groups, unmanage, close }: UnmanageDialogProps) {
  const say = useText();
  const [first] = groups;
  const others = groups.length - namesMax;
  return (
    <Dialog
      title={say("managing.unmanage")}
      of={groups.length === 1 ? first?.shortId : undefined}
      explained={say("managing.unmanageExplained", { count: groups.length })}
      footer={
        <>
          <Button
            onClick={() => {
              unmanage();
              close();
            }}
          >
            {say("managing.unmanage")}
          </Button>
          <Button variant="link" onClick={close}>
            {say("action.cancel")}
          </Button>
        </>
      }
      close={close}
    >
      {groups.length === 1 ? null : (
        <ul>
          {groups.slice(0, namesMax).map(({ key, shortId, targetSystemKey }) => (
            <li key={key}>{say("account.on", { account: shortId, target: targetSystemKey })}</li>
          ))}
          {others > 0 ? <li>{say("managing.others", { count: others })}</li> : null}
        </ul>
      )}
    </Dialog>
  );
}
