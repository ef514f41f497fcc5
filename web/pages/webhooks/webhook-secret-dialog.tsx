import { Button } from "@patternfly/react-core";

import { Dialog } from "../../components/dialog.tsx";
import { SecretShownOnce } from "../../components/secret-shown-once.tsx";
import { useText } from "../../messages/text.ts";

/** A dialog that shows a secret once; the secret disappears with it. */
export function WebhookSecretDialog({ secret, close }: { readonly secret: string; close(): void }) {
  const say = useText();
  return (
    <Dialog
      title={say("webhook.secretOf")}
      explained={say("webhook.secretExplained")}
      footer={<Button onClick={close}>{say("action.close")}</Button>}
      close={close}
    >
      <SecretShownOnce secret={secret} label={say("webhook.secret")} />
    </Dialog>
  );
}
