import { useState } from "react";

import { useUnsaved } from "../base/unsaved.ts";

interface EnteredTerms {
  readonly isPending: boolean;
  readonly error: unknown;
  close(): void;
}

/** Functions by which the form of a dialog tells of its input. */
export interface Entering {
  /** Records an input of the user. */
  enter(): void;
  /** Records the sending of the input. */
  send(): void;
}

/** Input of a dialog: whether it asks before it is closed, and the functions that follow it. */
interface Entered extends Entering {
  readonly isAsking: boolean;
  /** Closes the dialog, or asks first. While it asks, the dialog stays. */
  leave(): void;
}

/** Follows the input of a dialog: one with input that was not sent, or was refused, asks before it is closed. */
export function useEntered({ isPending, error, close }: EnteredTerms): Entered {
  const [entered, setEntered] = useState<"nothing" | "input" | "sent">("nothing");
  const [isAsking, setAsking] = useState(false);
  const isRefused = !isPending && error !== null && error !== undefined;
  const isUnsaved = entered === "input" || (entered === "sent" && isRefused);
  useUnsaved(isUnsaved);
  return {
    isAsking: isAsking && isUnsaved,
    enter: () => setEntered("input"),
    send: () => setEntered((before) => (before === "nothing" ? before : "sent")),
    leave() {
      if (isUnsaved) setAsking(!isAsking);
      else close();
    },
  };
}
