import { Button } from "@patternfly/react-core";

import type { Session } from "../base/session-store.ts";
import { Dialog } from "../components/dialog.tsx";
import { useText } from "../messages/text.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { useLeaving } from "./use-leaving.ts";

/** A sign-in over a page whose session has ended. The page keeps everything that was typed until the user leaves it. */
export function SignInAgain({ session }: { readonly session: Session }) {
  const say = useText();
  const leave = useLeaving();
  const signedIn = ({ user }: Session) => {
    // The page shows data of another user.
    if (user.key !== session.user.key) window.location.reload();
  };
  return (
    <Dialog
      title={say("session.ended")}
      explained={say("session.endedExplained")}
      footer={
        <Button variant="link" onClick={leave}>
          {say("action.signOut")}
        </Button>
      }
    >
      <SignInForm userName={session.user.id} signedIn={signedIn} />
    </Dialog>
  );
}
