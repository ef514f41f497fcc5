import { Button } from "@patternfly/react-core";

import type { Session } from "../base/session-store.ts";
import { Dialog } from "../components/dialog.tsx";
import { useText } from "../messages/text.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { useLeaving } from "./use-leaving.ts";

/** Signing in again over a page whose session has ended: the page stays as it is, with all that was typed, until somebody leaves it. */
export function SignInAgain({ session }: { readonly session: Session }) {
  const say = useText();
  const leave = useLeaving();
  const signedIn = ({ user }: Session) => {
    // What stands on the page is another person's.
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
