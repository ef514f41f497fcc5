import { Button } from "@patternfly/react-core";

import { Dialog } from "../../components/dialog.tsx";
import { SecretShownOnce } from "../../components/secret-shown-once.tsx";
import { useText } from "../../messages/text.ts";

interface SecretDialogProps {
  readonly id: string;
  /** Null = it is public and has none. */
  readonly secret: string | null;
  close(): void;
}

/** Shows the secret of a client this once; it is gone with the dialog. */
export function SecretDialog({ id, secret, close }: SecretDialogProps) {
  const say = useText();
  return (
    <Dialog
      title={say("client.secretOf", { id })}
      footer={<Button onClick={close}>{say("action.close")}</Button>}
      close={close}
    >
      {secret === null ? (
        <p>{say("client.noSecret")}</p>
      ) : (
        <>
          <p>{say("client.secretExplained")}</p>
          <SecretShownOnce secret={secret} label={say("client.secret")} />
        </>
      )}
    </Dialog>
  );
}
