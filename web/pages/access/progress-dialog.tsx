import { Button } from "@patternfly/react-core";

import { ownAccountsPath } from "../../api/accounts.ts";
import { Dialog } from "../../components/dialog.tsx";
import { useText } from "../../messages/text.ts";
import { useSession } from "../../session/use-session.ts";
import { OperationProgress } from "./operation-progress.tsx";

interface ProgressDialogProps {
  readonly title: string;
  readonly requestKey: string;
  close(): void;
}

/** What has become of what was sent, followed to its end; it goes on where the dialog is closed before. */
export function ProgressDialog({ title, requestKey, close }: ProgressDialogProps) {
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
      <OperationProgress requestKey={requestKey} set={ownAccountsPath(user.key)} />
    </Dialog>
  );
}
