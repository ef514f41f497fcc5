import { createStore } from "./store.ts";

/** An identity proof that the page asks for; undefined if none is asked for. */
interface AskedProof {
  /** Receives whether the proof was given. */
  end(isGiven: boolean): void;
}

/** The identity proof that is asked for now; the proof dialog follows it. */
export const proofStore = createStore<AskedProof | undefined>(undefined);

let asking: Promise<boolean> | undefined;

/** Asks the user for an identity proof, once for all calls that need one; false if the user gives none. */
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
