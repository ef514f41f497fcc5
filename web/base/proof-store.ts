import { createStore } from "./store.ts";

/** A proof that somebody is asked for over the page; undefined while nobody is. */
interface AskedProof {
  /** Told whether the proof was given. */
  end(isGiven: boolean): void;
}

/** The proof that is asked for now, followed by what asks for it. */
export const proofStore = createStore<AskedProof | undefined>(undefined);

let asking: Promise<boolean> | undefined;

/** Asks for a proof over the page, once for all calls that need one; false where nobody gives it. */
export function askForProof(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    proofStore.set({
      end(isGiven) {
        asking = undefined;
        proofStore.set(undefined);
        resolve(isGiven);
      },
    });
  });
  return asking;
}
