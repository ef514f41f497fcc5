import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";
import { useEffect, useState } from "react";

import { useText } from "../messages/text.ts";
import { hearOtherTabs } from "./other-tabs.ts";
import { readSession, type Session, sessionStore, signOut } from "./session-store.ts";
import { SignInForm } from "./sign-in-form.tsx";

const warnedBeforeMs = 2 * 60_000;

/** Signing in again over a page whose session has ended: the page stays as it is, with all that was typed. */
export function SignInAgain({ session }: { readonly session: Session }) {
  const say = useText();
  const signedIn = ({ user }: Session) => {
    // What stands on the page is another person's.
    if (user.key !== session.user.key) window.location.reload();
  };
  return (
    <Modal isOpen variant="small" aria-labelledby="sign-in-again" onClose={() => undefined}>
      <ModalHeader title={say("session.ended")} labelId="sign-in-again" description={say("session.endedExplained")} />
      <ModalBody>
        <SignInForm userName={session.user.id} signedIn={signedIn} />
      </ModalBody>
    </Modal>
  );
}

/** Asks, two minutes before the session ends however much it is used, that the person signs in anew where they want to stay. */
export function EndWarning({ session }: { readonly session: Session }) {
  const say = useText();
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const left = Date.parse(session.endsAt) - Date.now();
    const timers = [
      setTimeout(() => setNear(true), Math.max(left - warnedBeforeMs, 0)),
      setTimeout(() => void readSession().catch(() => undefined), Math.max(left, 0) + 1_000),
    ];
    return () => timers.forEach(clearTimeout);
  }, [session.endsAt]);
  if (!isNear) return null;
  return (
    <Modal isOpen variant="small" aria-labelledby="session-ends" onClose={() => setNear(false)}>
      <ModalHeader title={say("session.endsSoon")} labelId="session-ends" />
      <ModalBody>{say("session.endsSoonExplained")}</ModalBody>
      <ModalFooter>
        <Button
          variant="primary"
          onClick={() => {
            setNear(false);
            sessionStore.set({ is: "ended", session });
          }}
        >
          {say("session.signInAnew")}
        </Button>
        <Button variant="link" onClick={() => setNear(false)}>
          {say("action.later")}
        </Button>
        <Button variant="link" onClick={() => void signOut().catch(() => undefined)}>
          {say("action.signOut")}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

/** Follows what other tabs do: who signs out in one has signed out in all. */
export function useOtherTabs(signedOut: () => void): void {
  useEffect(
    () =>
      hearOtherTabs((news) => {
        if (news === "signedIn") return void readSession().catch(() => undefined);
        sessionStore.set({ is: "none" });
        signedOut();
      }),
    [signedOut],
  );
}
