import { Button } from "@patternfly/react-core";

import { Dialog } from "../../components/dialog.tsx";
import { SecretShownOnce } from "../../components/secret-shown-once.tsx";
import { useText } from "../../messages/text.ts";

interface SecretDialogProps {
  readonly id: string;
  /** The secret; null for a public client, which has none. */
  readonly secret: string | null;
  close(): void;
}

/** A dialog that shows the secret of a client once; the secret disappears with it. */
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
