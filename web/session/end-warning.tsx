import { Button } from "@patternfly/react-core";

import { type Session, sessionStore } from "../base/session-store.ts";
import { Dialog } from "../components/dialog.tsx";
import { useText } from "../messages/text.ts";
import { useLeaving } from "./use-leaving.ts";

/** Asks that the person signs in anew where they want to stay, because the session ends soon however much it is used. */
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
