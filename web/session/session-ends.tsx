import { useEffect, useState } from "react";

import { hearOtherTabs } from "../base/other-tabs.ts";
import { proofStore } from "../base/proof-store.ts";
import { readSession, type Session, sessionStore } from "../base/session-store.ts";
import { useStore } from "../base/store.ts";
import { loadedLater } from "../components/opened-later.tsx";

const warnedBeforeMs = 2 * 60_000;

// Few sessions end while a page is open.
const SignInAgain = loadedLater(async () => (await import("./sign-in-again.tsx")).SignInAgain);
const ProofDialog = loadedLater(async () => (await import("./proof-dialog.tsx")).ProofDialog);
const EndWarning = loadedLater(async () => (await import("./end-warning.tsx")).EndWarning);

/** Dialogs over a page: sign-in after the session has ended, identity proof, and warning two minutes before the end. */
export function SessionEnds({ session, hasEnded }: { readonly session: Session; readonly hasEnded: boolean }) {
  const [isNear, setNear] = useState(false);
  const proof = useStore(proofStore);
  useEffect(() => {
    const left = Date.parse(session.endsAt) - Date.now();
    const timers = [
      setTimeout(() => setNear(true), Math.max(left - warnedBeforeMs, 0)),
      setTimeout(() => void readSession().catch(() => undefined), Math.max(left, 0) + 1_000),
    ];
    return () => timers.forEach(clearTimeout);
  }, [session.endsAt]);
  if (hasEnded) return <SignInAgain session={session} />;
  if (proof !== undefined) return <ProofDialog userKey={session.user.key} end={proof.end} />;
  return isNear ? <EndWarning session={session} close={() => setNear(false)} /> : null;
}

async function followSignIn(): Promise<void> {
  const known = sessionStore.get();
  const session = await readSession();
  const isAnother = session !== undefined && "session" in known && known.session.user.key !== session.user.key;
  // The page shows data of another user.
  if (isAnother) window.location.reload();
}

/** Follows sign-ins and sign-outs of other tabs: a sign-out in one tab applies to all. */
export function useOtherTabs(signedOut: () => void): void {
  useEffect(
    () =>
      hearOtherTabs((news) => {
        if (news === "signedIn") return void followSignIn().catch(() => undefined);
        sessionStore.set({ is: "none" });
        signedOut();
      }),
    [signedOut],
  );
}
