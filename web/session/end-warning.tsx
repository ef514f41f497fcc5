import { Button } from "@patternfly/react-core";

import { type Session, sessionStore } from "../base/session-store.ts";
import { Dialog } from "../components/dialog.tsx";
import { useText } from "../messages/text.ts";
import { useLeaving } from "./use-leaving.ts";

/** Warning that the session ends soon, however much it is used; it offers a new sign-in. */
export function EndWarning({ session, close }: { readonly session: Session; close(): void }) {
  const say = useText();
  const leave = useLeaving();
  return (
    <Dialog
      title={say("session.endsSoon")}
      footer={
        <>
          <Button
            variant="primary"
            onClick={() => {
              close();
              sessionStore.set({ is: "ended", session });
            }}
          >
            {say("session.signInAnew")}
          </Button>
          <Button variant="link" onClick={close}>
            {say("action.later")}
          </Button>
          <Button variant="link" onClick={leave}>
            {say("action.signOut")}
          </Button>
        </>
      }
      close={close}
    >
      {say("session.endsSoonExplained")}
    </Dialog>
  );
}
