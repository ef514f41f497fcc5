import { useEffect, useState } from "react";

const shownForMs = 60_000;

/** State of a secret that is shown once: it is asked for, shown for a while, and hidden; or refused. */
export type ShownSecret<T> =
  | { readonly is: "asking" | "waiting" | "hidden" }
  | { readonly is: "refused"; readonly error: unknown }
  | { readonly is: "shown"; readonly secret: T; readonly until: string };

/** Keeps the state of a secret, which disappears a minute after it was revealed. */
export function useShownSecret<T>(): readonly [ShownSecret<T>, (reveal: () => Promise<T>) => Promise<void>] {
  const [state, setState] = useState<ShownSecret<T>>({ is: "asking" });
  const isShown = state.is === "shown";
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setState({ is: "hidden" }), shownForMs);
    return () => clearTimeout(timer);
  }, [isShown]);
  const show = async (reveal: () => Promise<T>) => {
    setState({ is: "waiting" });
    try {
      const secret = await reveal();
      setState({ is: "shown", secret, until: new Date(Date.now() + shownForMs).toISOString() });
    } catch (error) {
      setState({ is: "refused", error });
    }
  };
  return [state, show];
}
