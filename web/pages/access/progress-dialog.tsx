import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";

import { ownAccountsPath } from "../../api/accounts.ts";
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
    <Modal isOpen variant="small" aria-labelledby="progress-title" onClose={close}>
      <ModalHeader title={title} labelId="progress-title" description={say("access.goesOn")} />
      <ModalBody>
        <OperationProgress requestKey={requestKey} set={ownAccountsPath(user.key)} />
      </ModalBody>
      <ModalFooter>
        <Button onClick={close}>{say("action.close")}</Button>
      </ModalFooter>
    </Modal>
  );
}
