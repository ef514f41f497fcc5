import { Button } from "@patternfly/react-core";

import { ownAccountsPath } from "../../api/accounts.ts";
import { Dialog } from "../../components/dialog.tsx";
import { OperationProgress } from "../../components/operation-progress.tsx";
import { useText } from "../../messages/text.ts";
import { useSession } from "../../session/use-session.ts";

interface ProgressDialogProps {
  readonly title: string;
  readonly operationKey: string;
  close(): void;
}

/** A dialog with the progress of an operation until its end; the operation continues if the dialog is closed earlier. */
export function ProgressDialog({ title, operationKey, close }: ProgressDialogProps) {
  const say = useText();
  const { user } = useSession();
  return (
    <Dialog
      title={title}
      explained={say("access.goesOn")}
      footer={
        <>
          <Button onClick={close}>{say("action.close")}</Button>
        </>
      }
      close={close}
    >
      <OperationProgress operationKey={operationKey} sets={[ownAccountsPath(user.key)]} />
    </Dialog>
  );
}
